import { z } from 'zod';
import { races } from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';
import { codeText, filter, labelled, optional, toldOnce } from './filter.ts';

export const race = filter({
  part: 'profile',
  fields: {
    raca: optional(
      codeText.pipe(z.enum(keysOf(races), 'Raça ou cor desconhecida: use um código de 1 a 6.')),
    ),
  },
  told: ({ raca }) => toldOnce('raca', raca, (code) => labelled('Raça ou cor', races[code])),
  leftOut: 'de raça ou cor',
  form: {
    group: 'sensitive',
    control: {
      kind: 'choice',
      label: 'Raça ou cor',
      none: 'Todas',
      options: Object.entries(races),
    },
  },
});
