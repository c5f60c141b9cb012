import { z } from 'zod';
import { movements, salaryRules, series, structures, suppressionReasons } from '../codes/codes.ts';
import { filterFields } from '../filters/catalogue.ts';
import { optional } from '../filters/filter.ts';
import { keysOf } from '../codes/keys.ts';
import { Completeness } from './completeness.ts';
import { Panels } from './panels.ts';
import { OccupationItem } from './reference.ts';
import { countingNumber, pageNumber } from './people-fields.ts';
import { PublishedRecord } from '../codes/record-columns.ts';

/**
 * The contract of `POST /api/search`: query and response with the names of SPEC §7, and additional fields. Money is a
 * number of reais with two decimals, except in `results`, whose records are texts.
 */

/** Filters narrow the query, except occupation fields, which add up: `cbo`, `cbos`, `searchQuery`, `familiaCbo`. */
export const SearchFilters = z.strictObject(filterFields);
export type SearchFilters = z.infer<typeof SearchFilters>;

/** Filters as stored in an answer: already parsed, so nothing is left to transform. */
export const StoredFilters = z.custom<SearchFilters>(
  (filters) => SearchFilters.safeParse(filters).success,
);

/** The number of a published release; optional. */
export const ReleaseNumber = optional(
  countingNumber(1_000_000_000, 'A versão dos dados é um número a partir de 1.'),
);

/** Maximum selections of a comparison beside the first one. */
export const maxCompared = 4;

/** Records on the first page of the search screen. */
export const firstPageSize = 50;

export const SearchRequest = z.strictObject({
  filters: SearchFilters,
  /**
   * The page of records that the response carries, newest first; roles that may not read all records get none beyond the
   * first. Other orders have a separate request (shared/contracts/records.ts).
   */
  page: pageNumber.default(1),
  pageSize: countingNumber(200, 'Peça de 1 a 200 registros por página.').default(25),
  /** The release to query; the current one by default. */
  release: ReleaseNumber,
  /** Whether the response has the exact distribution, or the client requests it separately (`distribution.ts`). */
  distribution: z
    .enum(['whole', 'separate'], 'A distribuição vem inteira (whole) ou em separado (separate).')
    .default('whole'),
  /**
   * The selections before this one in a comparison; empty for the first. Present only in a comparison: the response
   * then has no records and no means of groups, and no figures where they would reveal too few records
   * (`quase_iguais`).
   */
  comparedWith: z.array(SearchFilters).max(maxCompared).optional(),
});
export type SearchRequest = z.infer<typeof SearchRequest>;

/** A salary that the user wants to position, in reais; at least one centavo. */
export const OwnSalary = z
  .number('Informe o salário em reais.')
  .min(0.01, 'O salário deve ser maior que zero.')
  .max(10_000_000, 'Informe um salário de até R$ 10.000.000,00.');

/** Money in reais. Below `minForStatistics` records all but `count` are null; `standardDeviation` needs two. */
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
   * Order-statistic interval, 95 %; null below six records, where no such interval exists. `heap` is the salary that
   * fills an interval narrower than the spacing of the salaries.
   */
  medianInterval: z
    .object({ lower: z.number(), upper: z.number(), heap: z.number().optional() })
    .nullable(),
});
export type Statistics = z.infer<typeof Statistics>;

/** The whole exact distribution: distinct salaries in centavos, ascending, and the number of records of each. */
export const Distribution = z.object({
  centavos: z.array(z.number()),
  counts: z.array(z.number()),
});
export type Distribution = z.infer<typeof Distribution>;

/** The number of records with a lower salary, and with at most this salary. */
export const SalaryRank = z.object({ below: z.number(), upTo: z.number() });
export type SalaryRank = z.infer<typeof SalaryRank>;

/** The parts of the distribution that its chart shows; money in centavos. */
export const AnswerHistogram = z.object({
  /** Start of the first bin, the width of each, and the records of each. */
  from: z.number(),
  width: z.number(),
  counts: z.array(z.number()),
  /** Records outside the bins. */
  below: z.number(),
  above: z.number(),
  /** Salaries with an unusual share of the records, most records first (shared/statistics/heaping.ts). */
  spikes: z.array(
    z.object({
      centavos: z.number(),
      count: z.number(),
      /** Of all records, 0 to 1. */
      share: z.number(),
      isMinimumWage: z.boolean(),
    }),
  ),
  medianRank: SalaryRank,
});
export type AnswerHistogram = z.infer<typeof AnswerHistogram>;

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

/** One step of the funnel: the number of records after it, the number that it removed, and why. */
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
  completeness: Completeness,
  /** A response of an earlier version may lack it or name a removed structure: `lines` gives the same figures. */
  structure: z.enum(structures).catch('lines'),
  release: z
    .object({ number: z.number(), publishedAt: z.string(), isSynthetic: z.boolean() })
    .nullable(),
  /** Hires come in blocks of one employer: this many records count as one independent record. At least 1. */
  designEffect: z.number().default(1),
  funnel: z.array(FunnelStep),
  /** The minimum wage of the last queried month that has one, in centavos. */
  minimumWage: z.object({ month: z.string(), centavos: z.number() }).nullable(),
});
export type Method = z.infer<typeof Method>;

/** Where an answer is stored, to be read and recomputed (shared/contracts/receipts.ts). */
export const ReceiptLink = z.object({ id: z.string(), path: z.string() });
export type ReceiptLink = z.infer<typeof ReceiptLink>;

/** A relaxed query with more records, offered when the query has few. */
export const RelaxedQuery = z.object({
  label: z.string(),
  filters: StoredFilters,
  count: z.number(),
  /**
   * Its median in reais with the 95 % interval, for the nearest wider place with enough effective records, and for the
   * family where the occupation has too few in its state; null for the others.
   */
  figures: z
    .object({
      median: z.number(),
      medianInterval: Statistics.shape.medianInterval,
    })
    .nullable()
    .default(null),
});
export type RelaxedQuery = z.infer<typeof RelaxedQuery>;

/** A municipality of the state, or of a near one, with enough effective records, and its median in reais. */
export const NearbyTown = z.object({
  codigo: z.string(),
  nome: z.string(),
  uf: z.string(),
  /** Between the seats. */
  kilometres: z.number(),
  count: z.number(),
  median: z.number(),
});
export type NearbyTown = z.infer<typeof NearbyTown>;

/**
 * The estimated median of one occupation, or family, in one municipality (docs/decisions/0046). Not a figure of its
 * records: it has no place in receipts, proof packages, ranks or comparisons. In reais, rounded to tens, intervals
 * outward.
 */
export const TownEstimate = z.object({
  /** "Caeté (MG)". */
  nome: z.string(),
  median: z.number(),
  /** 95 %. */
  lower: z.number(),
  upper: z.number(),
  records: z.number(),
  /** Weight of its own records, 0 to 1; 0 where they are too few to publish. The rest is the family in the state. */
  ownWeight: z.number(),
});
export type TownEstimate = z.infer<typeof TownEstimate>;

export const TextFound = z.object({
  /** Words that do not occur in the names of the counted occupations, in plain text. */
  leftOut: z.array(z.string()),
  /** If no word is known: occupations with similar names. */
  alike: z.array(OccupationItem),
  /** If no word is known: CBO groups to browse, those of `alike` first. */
  areas: z.array(z.object({ codigo: z.string(), nome: z.string() })),
});
export type TextFound = z.infer<typeof TextFound>;

export const SearchAnswer = z.object({
  /** The records of the requested page, newest first. */
  results: z.array(PublishedRecord),
  totalCount: z.number(),
  /** Why only counts are given; null where figures are given. */
  suppressed: z.enum(suppressionReasons).nullable(),
  page: z.number(),
  pageSize: z.number(),
  statistics: Statistics,
  /** Null without records and where only counts are given. */
  histogram: AnswerHistogram.nullable(),
  /** Absent from the response if the request wants it separately. */
  distribution: Distribution,
  method: Method,
  /** Occupations that a text search matched, most records first; a search by code has its one occupation. */
  occupations: z.array(
    z.object({
      cbo: z.string(),
      titulo: z.string().nullable(),
      count: z.number(),
      /** The alternative name that matched the text. */
      sinonimo: z.string().optional(),
    }),
  ),
  /** The result of a text search; null without a text, or when the text is a code. */
  text: TextFound.nullable().default(null),
  /**
   * Number of the records that the rule `integral` counts. Present only if that excludes more than a tenth of them and
   * the query sets no rule, hours or contract.
   */
  fullTime: z.number().optional(),
  /** Null with fewer than `minForStatistics` records. */
  panels: Panels.nullable(),
  /** Relaxed queries, the nearest first; empty with `minForConfidence` effective records or more. */
  relaxed: z.array(RelaxedQuery),
  /** For one municipality with few effective records: up to five nearest ones with enough. */
  nearby: z.array(NearbyTown).default([]),
  /** For one occupation or family in one municipality with few effective records; null if it cannot be estimated. */
  estimate: TownEstimate.nullable().default(null),
  /** Null while nothing is published. */
  receipt: ReceiptLink.nullable(),
  /** Why the answer was not stored, if it was not. */
  receiptNote: z.string().optional(),
  debug: z.object({ version: z.string() }),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** A response without the distribution, which is most of its bytes. */
export const AnswerWithoutDistribution = SearchAnswer.omit({ distribution: true });
export type AnswerWithoutDistribution = z.infer<typeof AnswerWithoutDistribution>;

/** The part of a response that is the same for all readers, without the distribution. */
export const AnswerHead = AnswerWithoutDistribution.omit({ receipt: true, receiptNote: true });
export type AnswerHead = z.infer<typeof AnswerHead>;

/** An answer before it is stored. */
export type AnswerWithoutReceipt = Omit<SearchAnswer, 'receipt'>;
