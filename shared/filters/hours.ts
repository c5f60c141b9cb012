import { z } from 'zod';
import { hoursBands } from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';
import { filter, labelsOf, optional, toldOnce } from './filter.ts';

export const hours = filter({
  part: 'profile',
  fields: {
    horas: optional(
      z.enum(keysOf(hoursBands), 'A faixa de horas é ate-20, 20-30, 30-39, 40-44 ou mais-de-44.'),
    ),
  },
  told: ({ horas }) => toldOnce('horas', horas, (band) => hoursBands[band].label),
  leftOut: 'de horas',
  form: {
    group: 'contract',
    control: {
      kind: 'choice',
      label: 'Horas semanais',
      none: 'Todas',
      options: labelsOf(hoursBands),
    },
  },
});
