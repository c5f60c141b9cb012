import { z } from 'zod';
import { optional } from '../filters/filter.ts';
import { EqualityFigures, KeptEqualityQuestion } from './equality.ts';
import { Completeness } from './completeness.ts';
import { QuestionWords } from '../words/question-words.ts';
import { Method, KeptFilters, Statistics } from './search.ts';
import { fileKinds } from './uploads.ts';

/**
 * The receipt of an answer, of a search or of Igualdade: an address that tells what was asked, on which data and what came
 * out, and that computes it again. It has no personal data: whoever is signed in and knows its address may read it.
 * All others of its addresses, and those of public links, are of searches alone.
 *
 *   GET  /api/receipts/{id}        signed in → 200 Receipt; 404 unknown_receipt
 *   POST /api/receipts/{id}/check  signed in → 200 ReceiptCheck; 404 unknown_receipt, 410 release_removed
 *   GET  /api/receipts/{id}/laudo  ADMIN, CLIENT  ?LaudoQuery → a ZIP that proves the answer without the product; as the
 *                                  check, and 409 synthetic_data, too_few_records, receipt_differs
 */

export const ReceiptParams = z.object({ id: z.string().max(80, 'Este recibo não existe.') });

/** The month whose money the figures are brought to by the INPC; the last with a known index where it is left out. */
export const LaudoQuery = z.strictObject({
  mes: optional(
    z
      .string()
      .regex(
        /^(19|20)\d{2}(0[1-9]|1[0-2])$/,
        'Informe o mês no formato AAAAMM, por exemplo 202606.',
      ),
  ),
});

/** A file that the release rests on, with the SHA-256 of its text and of what was received (an archive, say). */
export const ReceiptFile = z.object({
  kind: z.enum(fileKinds),
  /** AAAAMM. */
  month: z.string(),
  name: z.string(),
  sha256: z.string().nullable(),
  receivedSha256: z.string().nullable(),
  /** Lines of the file, and those of them that could be read. */
  lines: z.number().nullable(),
  accepted: z.number().nullable(),
});
export type ReceiptFile = z.infer<typeof ReceiptFile>;

/** What every receipt tells. */
const ReceiptHead = z.object({
  id: z.string(),
  path: z.string(),
  createdAt: z.string(),
  /** Of the product that made the answer. */
  version: z.string(),
  question: QuestionWords,
  release: z.object({
    number: z.number(),
    publishedAt: z.string(),
    isSynthetic: z.boolean(),
    isCurrent: z.boolean(),
    /** Whether its data is still kept, so that it can be asked. */
    isKept: z.boolean(),
  }),
  files: z.array(ReceiptFile),
});
export type ReceiptHead = z.infer<typeof ReceiptHead>;

export const SearchReceipt = ReceiptHead.extend({
  kind: z.literal('pesquisa'),
  filters: KeptFilters,
  method: Method,
  statistics: Statistics,
  /** SHA-256 of the answer's `distribution` as JSON: `{"centavos":[…],"counts":[…]}`. */
  distributionSha256: z.string(),
  /** AAAAMM, ascending: to which its money can be brought by the INPC, its own last month among them. */
  correctionMonths: z.array(z.string()),
});
export type SearchReceipt = z.infer<typeof SearchReceipt>;

export const EqualityReceipt = ReceiptHead.extend({
  kind: z.literal('igualdade'),
  /** With the months that were answered. */
  asked: KeptEqualityQuestion,
  /** Of the months that were answered. */
  completeness: Completeness,
  figures: EqualityFigures,
});
export type EqualityReceipt = z.infer<typeof EqualityReceipt>;

export const Receipt = z.union([SearchReceipt, EqualityReceipt]);
export type Receipt = z.infer<typeof Receipt>;

/** A figure that came out otherwise; both as people read them. */
export const ReceiptDifference = z.object({
  label: z.string(),
  kept: z.string(),
  now: z.string(),
});
export type ReceiptDifference = z.infer<typeof ReceiptDifference>;

export const ReceiptCheck = z.object({
  result: z.enum(['confere', 'difere']),
  checkedAt: z.string(),
  /** Of the product that computed it again. */
  version: z.string(),
  /** Of the distribution computed now; of Igualdade, of its figures. */
  distributionSha256: z.string(),
  differences: z.array(ReceiptDifference),
});
export type ReceiptCheck = z.infer<typeof ReceiptCheck>;
