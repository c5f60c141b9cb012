import { z } from 'zod';
import { cnaeCode, cnaeSectionCodes, cnaeSectionLabels, formatCnae } from '../codes/cnae.ts';
import { filter, withoutCode, named, optional, describeOnce, unique } from './filter.ts';

export const maxSubclasses = 20;

const leftOut = 'de atividade';

export const section = filter({
  part: 'profile',
  fields: {
    secao: optional(
      z
        .string()
        .transform((letter) => letter.toUpperCase())
        .pipe(z.enum(cnaeSectionCodes, 'A seção CNAE é uma letra de A a U, ou Z.')),
    ),
  },
  describe: ({ secao }) =>
    describeOnce('secao', secao, (letter) => `Seção ${letter}: ${cnaeSectionLabels[letter]}`),
  leftOut,
  form: {
    group: 'employer',
    control: {
      kind: 'choice',
      label: 'Seção da CNAE',
      none: 'Todas',
      options: Object.entries(cnaeSectionLabels).map(
        ([letter, name]) => [letter, `${letter} – ${name}`] as const,
      ),
      // The full name below the list, because the list is too narrow for the longest ones.
      hint: cnaeSectionLabels,
      empties: ['cnaes'],
    },
  },
});

export const subclasses = filter({
  part: 'profile',
  fields: {
    cnaes: optional(
      z.array(cnaeCode).max(maxSubclasses, `Escolha até ${maxSubclasses} CNAEs.`).transform(unique),
    ),
  },
  describe: ({ cnaes = [] }, names) =>
    cnaes.map((code) => ({
      key: `cnae ${code}`,
      text: named(formatCnae(code), names.cnaes.get(code)),
      without: { cnaes: withoutCode(cnaes, code) },
    })),
  leftOut,
  form: { group: 'employer', control: { kind: 'subclasses' } },
  lists: { cnaes: (code) => code },
});
