import { z } from 'zod';
import { optional } from '../filters/filter.ts';
import { EqualityFigures, StoredEqualityQuery } from './equality.ts';
import { Completeness } from './completeness.ts';
import { QueryWords } from '../words/query-words.ts';
import { monthField } from './people-fields.ts';
import { Method, StoredFilters, Statistics } from './search.ts';
import { fileKinds } from './uploads.ts';

/**
 * The receipt of an answer, of a search or of Igualdade: an address that shows the query, the data and the result, and
 * that can recompute it. Users of the owner's company, users whose history has the receipt, and administrators may read
 * and recompute it. The laudo, the revision and public links are for searches only; for Igualdade they return 404.
 */

export const ReceiptParams = z.object({ id: z.string().max(80, 'Este recibo não existe.') });

/** The month to whose prices the figures are corrected by the INPC; by default the last month with a known index. */
export const LaudoQuery = z.strictObject({
  mes: optional(monthField),
});

/** A file behind the release, with the SHA-256 of its text and of the bytes received (for example an archive). */
export const ReceiptFile = z.object({
  kind: z.enum(fileKinds),
  /** AAAAMM. */
  month: z.string(),
  name: z.string(),
  sha256: z.string().nullable(),
  receivedSha256: z.string().nullable(),
  /** Number of lines in the file, and of valid lines among them. */
  lines: z.number().nullable(),
  accepted: z.number().nullable(),
});

export type ReceiptFile = z.infer<typeof ReceiptFile>;

const ReceiptHead = z.object({
  id: z.string(),
  path: z.string(),
  createdAt: z.string(),
  /** Version of the product that computed the answer. */
  version: z.string(),
  query: QueryWords,
  release: z.object({
    number: z.number(),
    publishedAt: z.string(),
    isSynthetic: z.boolean(),
    isCurrent: z.boolean(),
    /** Whether the release's data is still stored, so that it can be queried. */
    isKept: z.boolean(),
  }),
  files: z.array(ReceiptFile),
});

export type ReceiptHead = z.infer<typeof ReceiptHead>;

export const SearchReceipt = ReceiptHead.extend({
  kind: z.literal('pesquisa'),
  filters: StoredFilters,
  /** False once the text that the user typed is removed: without it, the query is another one. */
  isRepeatable: z.boolean(),
  method: Method,
  statistics: Statistics,
  /** SHA-256 of the answer's `distribution` as JSON: `{"centavos":[…],"counts":[…]}`. */
  distributionSha256: z.string(),
  /** AAAAMM, ascending: months to whose prices the INPC can correct its money, its own last month included. */
  correctionMonths: z.array(z.string()),
});

export type SearchReceipt = z.infer<typeof SearchReceipt>;

export const EqualityReceipt = ReceiptHead.extend({
  kind: z.literal('igualdade'),
  /** The query, with the months that the answer covers. */
  requested: StoredEqualityQuery,
  /** Completeness of the months that the answer covers. */
  completeness: Completeness,
  figures: EqualityFigures,
});

export type EqualityReceipt = z.infer<typeof EqualityReceipt>;

export const Receipt = z.union([SearchReceipt, EqualityReceipt]);

export type Receipt = z.infer<typeof Receipt>;

/** A figure that differs on recomputation; both values as displayed. */
export const ReceiptDifference = z.object({
  label: z.string(),
  stored: z.string(),
  now: z.string(),
});

export type ReceiptDifference = z.infer<typeof ReceiptDifference>;

export const ReceiptCheck = z.object({
  result: z.enum(['confere', 'difere']),
  checkedAt: z.string(),
  /** Version of the product that recomputed it. */
  version: z.string(),
  /** Of the recomputed distribution; for Igualdade, of its figures. */
  distributionSha256: z.string(),
  differences: z.array(ReceiptDifference),
});

export type ReceiptCheck = z.infer<typeof ReceiptCheck>;
