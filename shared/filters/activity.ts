import { z } from 'zod';
import { cnaeCode, cnaeSectionCodes, cnaeSectionLabels, formatCnae } from '../codes/cnae.ts';
import { choice, choiceFilter, filter, named, optional, unique } from './filter.ts';

export const maxSubclasses = 20;

const leftOut = 'de atividade';

export const sectionOptions = Object.entries(cnaeSectionLabels).map(
  ([letter, name]) => [letter, `${letter} – ${name}`] as const,
);

export const section = choiceFilter({
  field: 'secao',
  schema: z
    .string()
    .transform((letter) => letter.toUpperCase())
    .pipe(z.enum(cnaeSectionCodes, 'A seção CNAE é uma letra de A a U, ou Z.')),
  text: (letter) => `Seção ${letter}: ${cnaeSectionLabels[letter]}`,
  leftOut,
  group: 'employer',
  control: choice('Seção da CNAE', 'Todas', sectionOptions, {
    // The full name below the list, because the list is too narrow for the longest ones.
    hint: cnaeSectionLabels,
    empties: ['cnaes'],
  }),
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
      without: { cnaes: undefined },
    })),
  leftOut,
  form: { group: 'employer', control: { kind: 'subclasses' } },
  lists: { cnaes: (code) => code },
});
