import { z } from 'zod';
import { optional } from '../filters/filter.ts';
import { EqualityFigures, KeptEqualityQuestion } from './equality.ts';
import { Completeness } from './completeness.ts';
import { QuestionWords } from '../words/question-words.ts';
import { Method, KeptFilters, Statistics } from './search.ts';
import { fileKinds } from './uploads.ts';
import { proofFields } from './my-sessions.ts';
import { countingNumber } from './people-fields.ts';

/**
 * The receipt of an answer, of a search or of Igualdade: an address that shows the query, the data and the result, and
 * that can recompute it. It has no personal data: any signed-in user who knows its address may read and recompute it.
 * The laudo, the revision and public links are for searches only; for Igualdade they return 404.
 *
 *   GET  /api/receipts/{id}        signed in → 200 Receipt; 404 unknown_receipt
 *   POST /api/receipts/{id}/check  signed in → 200 ReceiptCheck; 404 unknown_receipt, 410 release_removed
 *   GET  /api/receipts/{id}/laudo  ADMIN, CLIENT  ?LaudoQuery → a ZIP that proves the answer without the product; as
 *                                  for the check, and 409 synthetic_data, too_few_records, receipt_differs
 */

export const ReceiptParams = z.object({ id: z.string().max(80, 'Este recibo não existe.') });

/** The month to whose prices the figures are corrected by the INPC; by default the last month with a known index. */
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

/** Fields common to all receipts. */
const ReceiptHead = z.object({
  id: z.string(),
  path: z.string(),
  createdAt: z.string(),
  /** Version of the product that computed the answer. */
  version: z.string(),
  question: QuestionWords,
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
  filters: KeptFilters,
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
  asked: KeptEqualityQuestion,
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
  kept: z.string(),
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

/**
 * Public links: a receipt at an unguessable address, read without an account, until it expires or is revoked.
 * Administrators allow them; while they are off, no link can be made and no existing link opens.
 *
 *   GET    /api/receipts/{id}/links         ADMIN, CLIENT  → 200 ReceiptLinks: the caller's own, all to an ADMIN
 *   POST   /api/receipts/{id}/links         ADMIN, CLIENT  CreatePublicLink → 201 NewPublicLink, address shown once;
 *                                                          404 unknown_receipt, 409 public_links_off, too_many_links,
 *                                                          400 field password or code (proof: `my-sessions.ts`)
 *   POST   /api/public-links/{id}/revoke    ADMIN, CLIENT  → 200 PublicLink; by its creator or ADMIN; 404 unknown_link
 *   GET    /api/public/{token}              anyone         → 200 PublicReceipt; 404 unknown_link; 429 too_many_requests
 *   GET    /api/admin/public-links          ADMIN          → 200 PublicLinkSettings
 *   PUT    /api/admin/public-links          ADMIN          PublicLinkSettings → 200 PublicLinkSettings
 *
 * Pages: /p/{token}, and /embed/{token}, a card that only the origins of the settings may frame.
 */

/** `https://exemplo.com.br`: scheme, host and port only, in characters without another meaning in a header. */
const FrameOrigin = z
  .string()
  .refine(
    (text) =>
      /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'Informe cada site como https://exemplo.com.br, sem caminho.',
  );

export const PublicLinkSettings = z.strictObject({
  isAllowed: z.boolean(),
  /** Sites that may embed a link as a card in their pages. */
  frameOrigins: z.array(FrameOrigin).max(20, 'Informe até 20 sites.'),
});
export type PublicLinkSettings = z.infer<typeof PublicLinkSettings>;

export const defaultPublicLinks: PublicLinkSettings = { isAllowed: false, frameOrigins: [] };

const longestLinkDays = 365;

export const CreatePublicLink = z.strictObject({
  /** Days until it expires. */
  days: countingNumber(longestLinkDays, `Escolha de 1 a ${longestLinkDays} dias.`),
  ...proofFields,
});
export type CreatePublicLink = z.infer<typeof CreatePublicLink>;

export const PublicLink = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
  /** Number of openings, and the time of the last one. */
  openings: z.number(),
  lastOpenedAt: z.string().nullable(),
  createdBy: z.string(),
});
export type PublicLink = z.infer<typeof PublicLink>;

export const NewPublicLink = z.object({
  link: PublicLink,
  /** Absolute; the server stores only a hash of the token, so it cannot show the address again. */
  address: z.string(),
  embedAddress: z.string(),
});
export type NewPublicLink = z.infer<typeof NewPublicLink>;

export const ReceiptLinks = z.object({
  isAllowed: z.boolean(),
  /** Whether any site may embed a link as a card. */
  canBeFramed: z.boolean(),
  /** Newest first. */
  links: z.array(PublicLink),
});
export type ReceiptLinks = z.infer<typeof ReceiptLinks>;

/** A receipt for readers without an account: no account data, and only the count where there are few records. */
export const PublicReceipt = z.object({
  question: QuestionWords,
  createdAt: z.string(),
  expiresAt: z.string(),
  statistics: Statistics,
  method: Method,
  release: z.object({ number: z.number(), publishedAt: z.string(), isSynthetic: z.boolean() }),
  /** What the figures cover and what they do not. */
  limits: z.array(z.string()),
});
export type PublicReceipt = z.infer<typeof PublicReceipt>;
