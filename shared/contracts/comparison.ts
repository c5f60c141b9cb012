import { z } from 'zod';
import { keysOf, tableOf } from '../codes/keys.ts';
import { fileKinds, UploadReason } from './uploads.ts';

/**
 * The comparison made before a publication and stored with its upload, and the limits that decide whether the upload
 * waits for an administrator's approval. Wages are admissions under the rule `mte`, in reais.
 */

export const Figures = z.object({
  lines: z.number(),
  admissions: z.number(),
  separations: z.number(),
  balance: z.number(),
  /** Null when no admission counts. */
  meanWage: z.number().nullable(),
  medianWage: z.number().nullable(),
});
export type Figures = z.infer<typeof Figures>;

/** A line of an official file: the text of each field, by the official column name. */
const LineFields = z.record(z.string(), z.string());

/** A republished month compared line by line with the published version. */
export const LineRevision = z.object({
  publishedLines: z.number(),
  /** Lines of the published version that are missing from this file. */
  gone: z.number(),
  /** Lines of this file that are missing from the published version. */
  added: z.number(),
  /** Whether this file restores the lines of an earlier, larger version. */
  isRestored: z.boolean(),
  /** Lines that differ in one column only, or only in salary and fixed salary; the most frequent change first. */
  changes: z.array(
    z.object({
      columns: z.array(z.string()),
      lines: z.number(),
      /** Whether the count comes from a sample. */
      isEstimate: z.boolean(),
      /** The factor that multiplied every amount; null where factors differ. */
      factor: z.number().nullable(),
      /** The text that every changed field now has; null where texts differ. */
      only: z.string().nullable(),
    }),
  ),
  /** Up to ten changed lines: a published line next to the most similar line of this file. */
  examples: z.array(
    z.object({
      published: LineFields.nullable(),
      now: LineFields.nullable(),
      /** Official names of the differing columns. */
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
  /** The published file that this file replaces; null for a new month. */
  published: Figures.nullable(),
  /** Published files of the same kind: the month before, the month after, and the same month a year before. */
  neighbours: z.array(z.object({ month: z.string(), figures: Figures })),
  /** By month of movement, ascending: MOV has one month, FOR about twelve, EXC many. */
  months: z.array(z.object({ month: z.string(), now: Figures, published: Figures.nullable() })),
  nulls: z.array(
    z.object({
      column: z.string(),
      /** From 0 to 1. */
      share: z.number(),
      /** In the published files of the same kind, over the twelve preceding months; null when there are none. */
      usualShare: z.number().nullable(),
    }),
  ),
  /** Codes that occur in no published line, by number of lines; up to 200 of each column. */
  newCodes: z.array(
    z.object({
      column: z.enum(['cbo2002ocupação', 'subclasse', 'município']),
      code: z.string(),
      lines: z.number(),
      /** The title, description or name; null when the reference tables lack the code. */
      title: z.string().nullable(),
    }),
  ),
  /** Null for a new month. */
  revision: LineRevision.nullable().default(null),
  /** What the comparison cannot verify, for example with too few lines, as Portuguese sentences. */
  unverified: z.array(z.string()).default([]),
  /** The ten highest salaries, admissions and separations together. */
  largestSalaries: z.array(
    z.object({
      /** Reais. */
      salary: z.number(),
      cbo: z.string(),
      title: z.string().nullable(),
      municipality: z.string().nullable(),
      month: z.string(),
      isAdmission: z.boolean(),
      /** Weekly hours. */
      hours: z.number().nullable(),
    }),
  ),
});
export type ComparedFile = z.infer<typeof ComparedFile>;

export const Comparison = z.object({
  comparedAt: z.string(),
  /** The release that was current at the time of the comparison. */
  against: z.number().nullable(),
  files: z.array(ComparedFile),
  reasons: z.array(UploadReason),
});
export type Comparison = z.infer<typeof Comparison>;

const limit = (high: number, usual: number, label: string) => {
  const message = `Informe um número de 0 a ${high}.`;
  return { label, usual, field: z.number(message).min(0, message).max(high, message) };
};

const limits = {
  /** Lines lost from the largest published version, relative to its lines, regardless of chance. */
  versionRatio: limit(10_000, 25, 'Diferença da versão publicada (%)'),
  /**
   * Lines of the published version that a new version changes, loses or adds, relative to its lines; for the first MOV
   * file of a month, the difference from the ministry's counts.
   */
  revisionPercent: limit(100, 0.5, 'Linhas da versão publicada que mudam (%)'),
  /** Line count against every neighbour: one neighbour within the limit is enough. */
  movRatio: limit(10_000, 50, 'Diferença dos meses vizinhos (%)'),
  /** The limit for FOR and EXC while few of their months are published; after that their own history decides. */
  lateRatio: limit(10_000, 300, 'Diferença de FOR e EXC sem histórico (%)'),
  /** The typical salary (geometric mean, in minimum wages) against the neighbouring months. */
  wageRatio: limit(10_000, 20, 'Diferença do salário típico (%)'),
  /** Salaries about 100 or 1000 times their occupation's median, above the usual share, in percentage points. */
  scaledPoints: limit(100, 0.2, 'Aumento de salários × 100 ou × 1.000 (pontos percentuais)'),
  /** Salaries outside the bounds of MTE's rule, above the usual share, in percentage points. */
  boundsPoints: limit(100, 5, 'Aumento de salários fora da regra (pontos percentuais)'),
  /** Empty fields of a column, above the usual share, in percentage points. */
  nullPoints: limit(100, 5, 'Aumento de campos vazios (pontos percentuais)'),
  /** Lines whose code would have to change to give a column its usual distribution, in percent. */
  mixPoints: limit(100, 30, 'Linhas em outros códigos (%)'),
  /** Lines with a code that is in no reference table, above the usual share, in percentage points. */
  newCodeLinesPercent: limit(100, 1, 'Linhas com códigos desconhecidos (%)'),
  /** Lines with impossible hours, ages, places or months, above the usual share, in percentage points. */
  contradictionPercent: limit(100, 1, 'Linhas com valores que se contradizem (%)'),
} as const;

/**
 * Beyond any of these limits an upload waits for approval, unless chance explains the difference: the fewer lines a
 * file has, the wider the tolerance. A ratio is the larger figure divided by the smaller one, minus 1, in percent: with
 * 50, both 1.5 times and two thirds still pass.
 */
export const LoadLimits = z.strictObject(tableOf(keysOf(limits), (name) => limits[name].field));
export type LoadLimits = z.infer<typeof LoadLimits>;

export const defaultLoadLimits: LoadLimits = tableOf(keysOf(limits), (name) => limits[name].usual);
export const loadLimitLabels = tableOf(keysOf(limits), (name) => limits[name].label);
