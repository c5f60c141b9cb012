import { z } from 'zod';
import { schoolingGroups, schoolingLevels } from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';
import { codeText, filter, labelled, labelsOf, optional, toldOnce } from './filter.ts';

const leftOut = 'de escolaridade';

/** "ensino médio completo"; a postgraduate degree takes no prefix. */
function saidOf(label: string): string {
  const name = label.toLowerCase();
  if (name === 'não informado') return 'escolaridade não informada';
  return /^(fundamental|médio|superior)/.test(name) ? `ensino ${name}` : name;
}

export const schooling = filter({
  part: 'profile',
  fields: {
    escolaridade: optional(
      codeText.pipe(
        z.enum(
          keysOf(schoolingGroups),
          'Escolaridade desconhecida: use um código de 1 a 10, ou 80.',
        ),
      ),
    ),
  },
  told: ({ escolaridade }) =>
    toldOnce(
      'escolaridade',
      escolaridade,
      (code) => schoolingGroups[code],
      (code) => saidOf(schoolingGroups[code]),
    ),
  unsaid: 'qualquer escolaridade',
  leftOut,
  form: {
    group: 'people',
    control: {
      kind: 'choice',
      label: 'Escolaridade',
      none: 'Todas',
      options: Object.entries(schoolingGroups),
    },
  },
});

export const schoolingLevel = filter({
  part: 'profile',
  fields: {
    nivelEscolaridade: optional(
      z.enum(
        keysOf(schoolingLevels),
        'O nível de escolaridade é fundamental, medio, superior ou pos.',
      ),
    ),
  },
  told: ({ nivelEscolaridade }) =>
    toldOnce('nivelEscolaridade', nivelEscolaridade, (level) =>
      labelled('Nível', schoolingLevels[level].label),
    ),
  leftOut,
  form: {
    group: 'schooling',
    control: {
      kind: 'choice',
      label: 'Nível de escolaridade',
      none: 'Todos',
      options: labelsOf(schoolingLevels),
      hint: 'Completo ou não: reúne os graus da lista Escolaridade.',
    },
  },
});
