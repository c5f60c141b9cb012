import { z } from 'zod';
import { QueryWords } from '../words/query-words.ts';
import { Method, Statistics } from './search.ts';
import { proofFields } from './my-sessions.ts';
import { countingNumber } from './people-fields.ts';

/**
 * Public links: a receipt at an unguessable address, read without an account, until it expires or is revoked by its
 * creator or an administrator. Administrators allow them; while they are off, no link can be made and no existing link
 * opens. Pages: /p/{token}, and /embed/{token}, a card that only the origins of the settings may frame.
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

const maxLinkDays = 365;

export const CreatePublicLink = z.strictObject({
  /** Days until it expires. */
  days: countingNumber(maxLinkDays, `Escolha de 1 a ${maxLinkDays} dias.`),
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
  query: QueryWords,
  createdAt: z.string(),
  expiresAt: z.string(),
  statistics: Statistics,
  method: Method,
  release: z.object({ number: z.number(), publishedAt: z.string(), isSynthetic: z.boolean() }),
  /** What the figures cover and what they do not. */
  limits: z.array(z.string()),
});

export type PublicReceipt = z.infer<typeof PublicReceipt>;
