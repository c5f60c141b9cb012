import { z } from 'zod';
import { movements, salaryRules, series, structures } from '../codes/codes.ts';
import { filterFields } from '../filters/catalogue.ts';
import { optional } from '../filters/filter.ts';
import { keysOf } from '../codes/keys.ts';
import { withheldReasons } from '../codes/withheld.ts';
import { Completeness } from './completeness.ts';
import { Panels } from './panels.ts';
import { OccupationItem } from './reference.ts';
import { countingNumber } from './people-fields.ts';
import { PublishedRecord } from '../codes/salary-record.ts';

/**
 * The contract of `POST /api/search`: question and answer, as SPEC §7 names them, with more fields beside.
 * Money is a number of reais with two decimals, except in `results`, whose records are texts.
 */

/** Each filter narrows the question; those that name occupations add up: `cbo`, `cbos`, `searchQuery`, `familiaCbo`. */
export const SearchFilters = z.strictObject(filterFields);
export type SearchFilters = z.infer<typeof SearchFilters>;

/** Filters as an answer carries them: read already, so that nothing is left to transform. */
export const KeptFilters = z.custom<SearchFilters>(
  (filters) => SearchFilters.safeParse(filters).success,
);

/** A published release, where one is named. */
export const ReleaseNumber = optional(
  countingNumber(1_000_000_000, 'A versão dos dados é um número a partir de 1.'),
);

/** A comparison has one selection more. */
const mostComparedWith = 4;

export const SearchRequest = z.strictObject({
  filters: SearchFilters,
  /** Of the first page of records, which the answer carries; the others are asked by themselves (shared/contracts/records.ts). */
  pageSize: countingNumber(200, 'Peça de 1 a 200 registros por página.').default(25),
  /** The release to answer on; the current one where it is left out. */
  release: ReleaseNumber,
  /**
   * The selections before this one in a comparison; empty for its first. Only in a comparison: the answer then has no records
   * and no means of groups, and no figures where they would give back too few records (`quase_iguais`).
   */
  comparedWith: z.array(SearchFilters).max(mostComparedWith).optional(),
});
export type SearchRequest = z.infer<typeof SearchRequest>;

/** A salary that somebody asks about, in reais. */
export const OwnSalary = z
  .number('Informe o salário em reais.')
  .positive('O salário é maior que zero.')
  .max(10_000_000, 'Informe um salário de até R$ 10.000.000,00.');

/** Money in reais. All null but `count` with fewer than `fewestForStatistics` records; `standardDeviation` needs two records. */
export const Statistics = z.object({
  count: z.number(),
  average: z.number().nullable(),
  median: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  p10: z.number().nullable(),
  p25: z.number().nullable(),
  p75: z.number().nullable(),
  p90: z.number().nullable(),
  standardDeviation: z.number().nullable(),
  /**
   * Order-statistic interval, 95 %; null below six records, where none exists. `heap` is the salary that fills an interval
   * that is narrower than the spacing of the salaries.
   */
  medianInterval: z
    .object({ lower: z.number(), upper: z.number(), heap: z.number().optional() })
    .nullable(),
});
export type Statistics = z.infer<typeof Statistics>;

/** The whole exact distribution: distinct salaries in centavos, ascending, and how many records have each. */
export const Distribution = z.object({
  centavos: z.array(z.number()),
  counts: z.array(z.number()),
});
export type Distribution = z.infer<typeof Distribution>;

export const funnelSteps = [
  'selecao',
  'serie',
  'movimentacao',
  'intermitente',
  'vazio',
  'zero',
  'piso',
  'teto',
  'jornada',
  'aprendiz',
  'faixaSalarial',
] as const;

/** One step of the funnel: how many lines stand after it, how many it took away, and why. */
export const FunnelStep = z.object({
  step: z.enum(funnelSteps),
  label: z.string(),
  reason: z.string(),
  removed: z.number(),
  remaining: z.number(),
});
export type FunnelStep = z.infer<typeof FunnelStep>;

export const Method = z.object({
  rule: z.enum(keysOf(salaryRules)),
  ruleLabel: z.string(),
  ruleDescription: z.string(),
  series: z.enum(keysOf(series)),
  movement: z.enum(keysOf(movements)),
  /** AAAAMM; null while nothing is loaded. */
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Of the period's months. */
  completeness: Completeness,
  /** What is kept of an earlier version may tell none, or one that is no more: the lines give the same figures. */
  structure: z.enum(keysOf(structures)).catch('lines'),
  release: z
    .object({ number: z.number(), publishedAt: z.string(), isSynthetic: z.boolean() })
    .nullable(),
  /** Hires come in blocks of one employer: so many records say as much as one independent record. At least 1. */
  designEffect: z.number().default(1),
  funnel: z.array(FunnelStep),
  /** The minimum wage of the last month asked for that has one, in centavos. */
  minimumWage: z.object({ month: z.string(), centavos: z.number() }).nullable(),
});
export type Method = z.infer<typeof Method>;

/** Where an answer is kept, to be read and computed again (shared/contracts/receipts.ts). */
export const ReceiptLink = z.object({ id: z.string(), path: z.string() });
export type ReceiptLink = z.infer<typeof ReceiptLink>;

/** A wider question that has more records, offered where the one asked has few. */
export const WiderOffer = z.object({
  label: z.string(),
  /** All of the question's filters. */
  filters: KeptFilters,
  count: z.number(),
});
export type WiderOffer = z.infer<typeof WiderOffer>;

/** What became of a text that was asked. */
export const TextFound = z.object({
  /** Words that the names of the counted occupations say nothing of, in plain text. */
  leftOut: z.array(z.string()),
  /** Where no word is known: occupations whose names look like the text. */
  alike: z.array(OccupationItem),
  /** Where no word is known: groups of the CBO to look in, those of `alike` first. */
  areas: z.array(z.object({ codigo: z.string(), nome: z.string() })),
});
export type TextFound = z.infer<typeof TextFound>;

export const SearchAnswer = z.object({
  /** The first records, newest first. */
  results: z.array(PublishedRecord),
  totalCount: z.number(),
  /** Why nothing but counts is told; null where figures are. */
  withheld: z.enum(withheldReasons).nullable(),
  /** Always 1. */
  page: z.number(),
  pageSize: z.number(),
  statistics: Statistics,
  distribution: Distribution,
  method: Method,
  /** What a text search matched, most records first; a code search has its one occupation. */
  occupations: z.array(
    z.object({
      cbo: z.string(),
      titulo: z.string().nullable(),
      count: z.number(),
      /** The other name by which the text found it. */
      sinonimo: z.string().optional(),
    }),
  ),
  /** What was made of a text; null where none was asked, or a code was. */
  text: TextFound.nullable().default(null),
  /**
   * How many of the records the rule `integral` counts; only where that leaves more than a tenth of them, and where the
   * query asks for no rule, hours or contract of its own.
   */
  fullTime: z.number().optional(),
  /** Null with fewer than `fewestForStatistics` records. */
  panels: Panels.nullable(),
  /** Next wider questions; none with `fewestForConfidence` records or more. */
  wider: z.array(WiderOffer),
  /** Null while nothing is published. */
  receipt: ReceiptLink.nullable(),
  /** Why the answer was not kept, where it was not. */
  receiptNote: z.string().optional(),
  debug: z.object({ version: z.string() }),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/**
 * The beginning of an answer: all but the distribution, which fills most of it, and what each reader has of his own.
 * The server writes it first, so that a slow line shows figures while the rest is on its way.
 */
export const AnswerHead = SearchAnswer.omit({
  distribution: true,
  receipt: true,
  receiptNote: true,
});
export type AnswerHead = z.infer<typeof AnswerHead>;

/** What follows the head in an answer's text. */
export const headEndsBefore = ',"distribution":';

/** An answer that may still be on its way. */
export type ArrivingAnswer = AnswerHead &
  Partial<Pick<SearchAnswer, 'distribution' | 'receipt' | 'receiptNote'>>;

/** An answer before it is kept. */
export type UnkeptAnswer = Omit<SearchAnswer, 'receipt'>;
