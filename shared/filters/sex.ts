import { z } from 'zod';
import { genders } from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';
import { filter, labelsOf, optional, toldOnce } from './filter.ts';

export const sex = filter({
  part: 'profile',
  fields: { genero: optional(z.enum(keysOf(genders), 'O gênero é M ou F.')) },
  told: ({ genero }) =>
    toldOnce(
      'genero',
      genero,
      (code) => genders[code].label,
      (code) => (code === 'F' ? 'mulheres' : 'homens'),
    ),
  unsaid: 'homens e mulheres',
  leftOut: 'de gênero',
  form: {
    group: 'people',
    control: { kind: 'choice', label: 'Gênero', none: 'Todos', options: labelsOf(genders) },
  },
});
