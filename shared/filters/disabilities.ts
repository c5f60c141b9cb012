import { z } from 'zod';
import { disabilities as labels } from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';
import { codeText, filter, labelled, optional, toldOnce } from './filter.ts';

export const disabilities = filter({
  part: 'profile',
  fields: {
    deficiencia: optional(
      codeText.pipe(
        z.enum(keysOf(labels), 'Deficiência desconhecida: use sim, nao ou um código de 1 a 6.'),
      ),
    ),
  },
  told: ({ deficiencia }) =>
    toldOnce('deficiencia', deficiencia, (code) =>
      code === 'sim' || code === 'nao' ? labels[code] : labelled('Deficiência', labels[code]),
    ),
  leftOut: 'de deficiência',
  form: {
    group: 'sensitive',
    control: {
      kind: 'choice',
      label: 'Deficiência',
      none: 'Todas',
      options: [
        ['sim', labels.sim],
        ['nao', labels.nao],
        ...Object.entries(labels).filter(([code]) => /^\d$/.test(code)),
      ],
    },
  },
});
