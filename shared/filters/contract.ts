import { z } from 'zod';
import { contractKinds } from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';
import { filter, labelled, optional, toldOnce } from './filter.ts';

export const contract = filter({
  part: 'profile',
  fields: {
    contrato: optional(
      z.enum(
        keysOf(contractKinds),
        'O tipo de contrato é comum, aprendiz, temporario, parcial ou intermitente.',
      ),
    ),
  },
  told: ({ contrato }) =>
    toldOnce('contrato', contrato, (kind) => labelled('Contrato', contractKinds[kind])),
  leftOut: 'de tipo de contrato',
  form: {
    group: 'contract',
    control: {
      kind: 'contract',
      label: 'Tipo de contrato',
      none: 'Todos',
      options: Object.entries(contractKinds),
    },
  },
});
