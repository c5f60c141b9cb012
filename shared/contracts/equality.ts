import { z } from 'zod';
import { filterFields } from '../filters/catalogue.ts';
import { optional } from '../filters/filter.ts';
import { comparisonRefusals } from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';
import { Completeness } from './completeness.ts';
import { ReceiptLink, ReleaseNumber } from './search.ts';

/**
 * Women's and men's pay of the admissions in the layout of the pay-transparency report (Lei 14.611/2023), by groups of
 * the CBO, and the difference that remains for the same occupation, schooling, age band, hours, state and size. An
 * answer has the groups directly below `grupo`, without it the grandes grupos; the audit log records a request by race.
 */

/** `tamestabjan`: the establishment's number of employees in January; null for all sizes, unknown ones included. */
export const establishmentSizes = {
  '100+': { label: '100 ou mais empregados', codes: [7, 8, 9, 10] },
  'ate-99': { label: 'Até 99 empregados', codes: [1, 2, 3, 4, 5, 6] },
  '100-249': { label: '100 a 249 empregados', codes: [7] },
  '250-499': { label: '250 a 499 empregados', codes: [8] },
  '500-999': { label: '500 a 999 empregados', codes: [9] },
  '1000+': { label: '1.000 ou mais empregados', codes: [10] },
  todos: { label: 'Todos os tamanhos', codes: null },
} as const satisfies Record<string, { label: string; codes: readonly number[] | null }>;

/** Number of digits in the codes of each level: grande grupo, subgrupo, família, ocupação. */
export const equalitySteps = [1, 3, 4, 6] as const;

export const EqualityRequest = z.strictObject({
  grupo: optional(
    z.string().regex(/^(\d|\d{3}|\d{4}|\d{6})$/, 'O código do grupo tem 1, 3, 4 ou 6 dígitos.'),
  ),
  empregados: z
    .enum(keysOf(establishmentSizes), 'Este tamanho de estabelecimento não existe.')
    .default('100+'),
  secao: filterFields.secao,
  cnaes: filterFields.cnaes,
  uf: filterFields.uf,
  periodoInicio: filterFields.periodoInicio,
  periodoFim: filterFields.periodoFim,
  /** The release to query; the current one by default. */
  release: ReleaseNumber,
});
export type EqualityRequest = z.infer<typeof EqualityRequest>;

export const EqualityQuery = EqualityRequest.omit({ release: true });
export type EqualityQuery = z.infer<typeof EqualityQuery>;

/** A query as stored in a receipt: already parsed, so nothing is left to transform. */
export const StoredEqualityQuery = z.custom<EqualityQuery>(
  (query) => EqualityQuery.safeParse(query).success,
);

const Bounds = z.object({ lower: z.number(), upper: z.number() });
export type Bounds = z.infer<typeof Bounds>;

/** Reais; null below five records of the sex, and where a total and its rows would reveal such a group. */
const SexPay = z.object({
  count: z.number(),
  median: z.number().nullable(),
  /** Of 95 %; null without the median and below thirty effective records. Earlier receipts lack it. */
  medianInterval: Bounds.nullable().optional(),
  mean: z.number().nullable(),
});
export type SexPay = z.infer<typeof SexPay>;

/** Women's minus men's in reais, and women's as a share of men's; intervals of 95 %. */
const Estimate = z.object({
  difference: z.number(),
  interval: Bounds.nullable(),
  ratio: z.number(),
  ratioInterval: Bounds.nullable(),
});
export type Estimate = z.infer<typeof Estimate>;

const Parts = z.object({ composition: z.number(), remainder: Estimate });
export type GapParts = z.infer<typeof Parts>;

/** Of the mean salaries, in reais; `composition`, `remainder`, `outsideWomen` and `outsideMen` add up to `raw`. */
export const AdjustedPay = z.object({
  raw: Estimate.nullable(),
  /** Number of women and men with a match of the other sex in their cell, and the number of such cells. */
  women: z.number(),
  men: z.number(),
  cells: z.number(),
  /**
   * Null when fewer than five of either sex are compared, and where it would reveal a group of fewer than five. Earlier
   * receipts have ratios without amounts there; they read as null.
   */
  compared: z
    .object({
      outsideWomen: z.number(),
      outsideMen: z.number(),
      /** Ñopo's matching decomposition. */
      matching: Parts,
      /** The decomposition of Kitagawa, Oaxaca and Blinder. */
      decomposition: Parts,
    })
    .nullable()
    .catch(null),
});
export type AdjustedPay = z.infer<typeof AdjustedPay>;

const PayRow = z.object({
  women: SexPay,
  men: SexPay,
  /** Why the row has no ratios. */
  withheld: z.enum(keysOf(comparisonRefusals)).nullable(),
  /**
   * Women's median and mean as a share of men's. A ratio needs both of its figures: of 3 women and 4 men, whose
   * medians are suppressed, there is none.
   */
  medianRatio: z.number().nullable(),
  meanRatio: z.number().nullable(),
  /** Null with fewer than five of either sex. */
  adjusted: AdjustedPay.nullable(),
  /** Design effect of the group's family, or of all occupations; 1 for independent hires. Earlier receipts lack it. */
  designEffect: z.number().min(1).optional(),
});

export const EqualityRow = PayRow.extend({
  /** Empty for all occupations. */
  code: z.string(),
  /** Null for a code that occurs in files but not in the CBO's tables. */
  name: z.string().nullable(),
});
export type EqualityRow = z.infer<typeof EqualityRow>;

export const EqualityFigures = z.object({
  whole: EqualityRow,
  /** By code; empty below an occupation. */
  rows: z.array(EqualityRow),
});
export type EqualityFigures = z.infer<typeof EqualityFigures>;

export const EqualityAnswer = EqualityFigures.extend({
  /** AAAAMM; null while nothing is loaded. */
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Completeness of the period's months; incomplete data have no ratios. */
  completeness: Completeness,
  release: z.object({ number: z.number(), isSynthetic: z.boolean() }).nullable(),
  /** The path of groups to the requested one, the widest first, the requested group last. */
  path: z.array(z.object({ code: z.string(), name: z.string().nullable() })),
  /** Null while nothing is published. */
  receipt: ReceiptLink.nullable(),
  /** Why the answer was not stored, if it was not. */
  receiptNote: z.string().optional(),
});
export type EqualityAnswer = z.infer<typeof EqualityAnswer>;

/** An answer before it is stored. */
export type EqualityWithoutReceipt = Omit<EqualityAnswer, 'receipt' | 'receiptNote'>;

export const EqualityRaces = z.object({
  completeness: Completeness,
  /** `raçacor`, with the codes of the files. */
  rows: z.array(PayRow.extend({ race: z.string() })),
});
export type EqualityRaces = z.infer<typeof EqualityRaces>;
