import { z } from 'zod';
import { isCompetencia } from '../codes/months.ts';
import { monthField, textLine } from './people-fields.ts';
import { fileKinds } from './uploads.ts';

/** Reconciliation with MTE's published figures, for any signed-in person. */

export const figureSeries = ['declarada', 'ajustada'] as const;

/**
 * `confere`: equal to the last unit; `diverge`: different; `parcial`: some of the files behind the figure are not
 * loaded, so a difference is not meaningful; `não carregado`: no file of the month is loaded; `sem referência`: MTE's
 * figure is not known here.
 */
export const integrityBadges = [
  'confere',
  'diverge',
  'parcial',
  'não carregado',
  'sem referência',
] as const;
export type IntegrityBadge = (typeof integrityBadges)[number];

const Counted = z.object({
  admissions: z.number().nullable(),
  separations: z.number().nullable(),
  balance: z.number().nullable(),
});

const Wage = z.object({
  /** Reais; by MTE's footnote: no intermittent contracts, from 0.3 to 150 minimum wages. */
  official: z.number().nullable(),
  ours: z.number().nullable(),
  difference: z.number().nullable(),
  badge: z.enum(integrityBadges),
});

export const IntegrityRow = z.object({
  month: z.string(),
  series: z.enum(figureSeries),
  /** The month of the MTE tables with the figure (AAAAMM): the adjusted series includes FOR and EXC up to it. */
  edition: z.string().nullable(),
  source: z.string().nullable(),
  isImported: z.boolean(),
  official: Counted,
  /** From the current release, with the FOR and EXC files up to the edition's month. */
  ours: Counted,
  difference: Counted,
  badge: z.enum(integrityBadges),
  /** Files that the figure needs and the current release lacks. */
  missing: z.array(z.object({ kind: z.enum(fileKinds), month: z.string() })),
  /** For admissions, in nominal reais of the month. */
  nominalWage: Wage,
  /** For admissions, in reais of the edition's month, corrected by INPC; missing without an edition. */
  realWage: Wage,
});
export type IntegrityRow = z.infer<typeof IntegrityRow>;

export const Integrity = z.object({
  release: z.number().nullable(),
  isSynthetic: z.boolean(),
  /** Newest month first; declarada before ajustada; editions of a month newest first. */
  rows: z.array(IntegrityRow),
  note: z.string(),
});
export type Integrity = z.infer<typeof Integrity>;

const tooMany = 'Informe um número de até 1 bilhão.';
const count = z
  .number('Informe um número inteiro.')
  .int('Informe um número inteiro.')
  .min(-1_000_000_000, tooMany)
  .max(1_000_000_000, tooMany);
const natural = count.min(0, 'Informe um número inteiro, a partir de 0.');

export const OfficialFigureImport = z
  .strictObject({
    edition: monthField,
    month: monthField,
    series: z.enum(figureSeries, 'A série é declarada ou ajustada.'),
    admissions: natural.nullish(),
    separations: natural.nullish(),
    balance: count.nullish(),
    nominalWage: z
      .number('Informe o salário em reais.')
      .min(0.01, 'Informe o salário em reais.')
      .max(1_000_000_000, tooMany)
      .nullish(),
    source: textLine(200, 'Informe a fonte, por exemplo o nome da tabela do MTE.'),
  })
  .refine(({ edition, month: own }) => edition >= own || ![edition, own].every(isCompetencia), {
    message: 'A edição não pode ser anterior ao mês.',
    path: ['edition'],
  })
  .refine(
    ({ admissions, separations, balance }) =>
      admissions == null ||
      separations == null ||
      balance == null ||
      admissions - separations === balance,
    { message: 'O saldo não é admissões menos desligamentos.', path: ['balance'] },
  );
export type OfficialFigureImport = z.infer<typeof OfficialFigureImport>;

/** A later figure of the same key replaces the earlier one. */
export const figureKey = ({ edition, month: own, series }: OfficialFigureImport) =>
  `${edition} ${own} ${series}`;

export const OfficialFiguresImport = z.strictObject({
  figures: z
    .array(OfficialFigureImport, 'Informe os números a importar.')
    .min(1, 'Informe ao menos um número.')
    .max(2000, 'Importe até 2.000 linhas por vez.')
    .refine(
      (figures) => new Set(figures.map(figureKey)).size === figures.length,
      'Há mais de um número da mesma edição, mês e série.',
    ),
});
export type OfficialFiguresImport = z.infer<typeof OfficialFiguresImport>;
