import { z } from 'zod';
import { companySizeLabels } from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';
import { filter, labelled, optional, toldOnce } from './filter.ts';

export const companySize = filter({
  part: 'profile',
  fields: {
    porte: optional(
      z.enum(keysOf(companySizeLabels), 'O porte é MICRO, PEQUENA, MEDIA ou GRANDE.'),
    ),
  },
  told: ({ porte }) =>
    toldOnce('porte', porte, (size) => labelled('Porte', companySizeLabels[size])),
  leftOut: 'de porte da empresa',
  form: {
    group: 'employer',
    control: {
      kind: 'choice',
      label: 'Porte da empresa',
      none: 'Todos',
      options: Object.entries(companySizeLabels),
      hint: 'Pelo critério do SEBRAE, por número de empregados em janeiro.',
    },
  },
});
