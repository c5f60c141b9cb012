import { z } from 'zod';
import { ageBands } from '../codes/codes.ts';
import { ageBandName } from '../codes/group-names.ts';
import { keysOf } from '../codes/keys.ts';
import { filter, optional, toldOnce } from './filter.ts';

const bands = keysOf(ageBands);

export const age = filter({
  part: 'profile',
  fields: {
    faixaEtaria: optional(z.enum(bands, 'A faixa etária é 18-25, 26-35, 36-45, 46-55 ou 55+.')),
  },
  told: ({ faixaEtaria }) => toldOnce('faixaEtaria', faixaEtaria, ageBandName),
  leftOut: 'de faixa etária',
  form: {
    group: 'people',
    control: {
      kind: 'choice',
      label: 'Faixa etária',
      none: 'Todas',
      options: bands.map((band) => [band, ageBandName(band)] as const),
    },
  },
});
