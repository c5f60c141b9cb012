import { z } from 'zod';
import { fileKinds, UploadReason } from './uploads.ts';

/**
 * The comparison that stands before a publication, kept with its upload, and the limits that decide whether it waits
 * for an administrator. Wages are admissions by the rule `mte`, in reais.
 *
 *   GET /api/uploads/{id}/comparison  ADMIN → 200 Comparison
 *   GET /api/admin/load-limits        ADMIN → 200 LoadLimits
 *   PUT /api/admin/load-limits        ADMIN LoadLimits → 200 LoadLimits
 */

export const Figures = z.object({
  lines: z.number(),
  admissions: z.number(),
  separations: z.number(),
  balance: z.number(),
  /** Null where no admission counts. */
  meanWage: z.number().nullable(),
  medianWage: z.number().nullable(),
});
export type Figures = z.infer<typeof Figures>;

/** A line of an official file: the text of each field by its column's official name. */
const LineFields = z.record(z.string(), z.string());

/** A republished month held line by line against the version that is published. */
export const LineRevision = z.object({
  /** Lines of the published version. */
  publishedLines: z.number(),
  /** Lines of the published version that this file does not have. */
  gone: z.number(),
  /** Lines of this file that the published version does not have. */
  added: z.number(),
  /** It has the lines of an earlier, larger version again. */
  isRestored: z.boolean(),
  /** Lines that are equal but for one column, or for salary and fixed salary; the most frequent first. */
  changes: z.array(
    z.object({
      /** Official names. */
      columns: z.array(z.string()),
      lines: z.number(),
      /** Counted on a sample. */
      isEstimate: z.boolean(),
      /** What every amount was multiplied by; null where they differ. */
      factor: z.number().nullable(),
      /** The text that every changed field has now; null where they differ. */
      only: z.string().nullable(),
    }),
  ),
  /** Up to ten changed lines, a published line next to the line of this file that is most like it. */
  examples: z.array(
    z.object({
      published: LineFields.nullable(),
      now: LineFields.nullable(),
      /** Official names of the columns that differ. */
      columns: z.array(z.string()),
    }),
  ),
});
export type LineRevision = z.infer<typeof LineRevision>;

export const ComparedFile = z.object({
  /** The file's id in its upload. */
  file: z.number(),
  name: z.string(),
  kind: z.enum(fileKinds),
  /** AAAAMM. */
  month: z.string(),
  total: Figures,
  /** The file that this one takes the place of; null for a new month. */
  published: Figures.nullable(),
  /** Published files of the same kind: the month before, the month after, and the same month a year before. */
  neighbours: z.array(z.object({ month: z.string(), figures: Figures })),
  /** By month of movement, ascending: MOV has one, FOR a dozen, EXC many. */
  months: z.array(z.object({ month: z.string(), now: Figures, published: Figures.nullable() })),
  nulls: z.array(
    z.object({
      /** The official column's name. */
      column: z.string(),
      /** From 0 to 1. */
      share: z.number(),
      /** In the same kind's published files of the twelve months before; null when there are none. */
      usualShare: z.number().nullable(),
    }),
  ),
  /** Codes that no published line has, by number of lines; up to 200 of each. */
  newCodes: z.array(
    z.object({
      column: z.enum(['cbo2002ocupação', 'subclasse', 'município']),
      code: z.string(),
      lines: z.number(),
      /** The title, the description or the name; null when the reference tables do not know it. */
      title: z.string().nullable(),
    }),
  ),
  /** Null for a new month. */
  revision: LineRevision.nullable().default(null),
  /** What damage its lines are too few to tell from chance, in Portuguese sentences. */
  untold: z.array(z.string()).default([]),
  /** The ten highest, of both kinds of movement. */
  largestSalaries: z.array(
    z.object({
      /** Reais. */
      salary: z.number(),
      cbo: z.string(),
      title: z.string().nullable(),
      municipality: z.string().nullable(),
      month: z.string(),
      isAdmission: z.boolean(),
      /** Weekly. */
      hours: z.number().nullable(),
    }),
  ),
});
export type ComparedFile = z.infer<typeof ComparedFile>;

export const Comparison = z.object({
  comparedAt: z.string(),
  /** The release that was current then. */
  against: z.number().nullable(),
  files: z.array(ComparedFile),
  reasons: z.array(UploadReason),
});
export type Comparison = z.infer<typeof Comparison>;

const numberUpTo = (high: number) => {
  const message = `Informe um número de 0 a ${high}.`;
  return z.number(message).min(0, message).max(high, message);
};

/**
 * Beyond any of these an upload waits, as far as chance does not explain it: the fewer lines a file has, the more is
 * allowed. A ratio is the larger figure over the smaller one, less 1, in percent: with 50, both 1.5 times and two
 * thirds still pass.
 */
export const LoadLimits = z.strictObject({
  /** Lines lost against the version that is published, of its lines; whatever chance says. The same for a gain. */
  versionRatio: numberUpTo(10_000),
  /** Lines of the published version that a new version changes, loses or adds, of its lines. */
  revisionPercent: numberUpTo(100).default(0.5),
  /** Lines against every neighbour: one neighbour within it is enough. */
  movRatio: numberUpTo(10_000),
  /** The same for FOR and EXC while few of their months are published; then their own history decides. */
  lateRatio: numberUpTo(10_000),
  /** The typical salary (geometric mean, in minimum wages) against the months around. */
  wageRatio: numberUpTo(10_000),
  /** Salaries about 100 or 1000 times their occupation's median, above the usual share, in percentage points. */
  scaledPoints: numberUpTo(100).default(0.2),
  /** Salaries outside the bounds of MTE's rule, above the usual share, in percentage points. */
  boundsPoints: numberUpTo(100),
  /** Empty fields of a column, above the usual share, in percentage points. */
  nullPoints: numberUpTo(100),
  /** Lines that would have to change their code for a column to be shared out as usual, in percent. */
  mixPoints: numberUpTo(100),
  /** Lines with a code that no reference table has, above the usual share, in percentage points. */
  newCodeLinesPercent: numberUpTo(100),
  /** Lines with hours, ages, places or months that no honest line has, above the usual share, in percentage points. */
  contradictionPercent: numberUpTo(100),
});
export type LoadLimits = z.infer<typeof LoadLimits>;

export const defaultLoadLimits: LoadLimits = {
  versionRatio: 25,
  revisionPercent: 0.5,
  movRatio: 50,
  lateRatio: 300,
  wageRatio: 20,
  scaledPoints: 0.2,
  boundsPoints: 5,
  nullPoints: 5,
  mixPoints: 30,
  newCodeLinesPercent: 1,
  contradictionPercent: 1,
};

export const loadLimitLabels = {
  versionRatio: 'Diferença da versão publicada (%)',
  revisionPercent: 'Linhas da versão publicada que mudam (%)',
  movRatio: 'Diferença dos meses vizinhos (%)',
  lateRatio: 'Diferença de FOR e EXC sem histórico (%)',
  wageRatio: 'Diferença do salário típico (%)',
  scaledPoints: 'Aumento de salários × 100 ou × 1.000 (pontos percentuais)',
  boundsPoints: 'Aumento de salários fora da regra (pontos percentuais)',
  nullPoints: 'Aumento de campos vazios (pontos percentuais)',
  mixPoints: 'Linhas em outros códigos (%)',
  newCodeLinesPercent: 'Linhas com códigos desconhecidos (%)',
  contradictionPercent: 'Linhas com valores que se contradizem (%)',
} as const satisfies Record<keyof LoadLimits, string>;
