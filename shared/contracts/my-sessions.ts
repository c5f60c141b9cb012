import { z } from 'zod';
import { codeField } from './second-factor.ts';

/**
 * One's own sessions, and their end. Ending one asks for the password: whoever found a session open does not know it.
 *
 *   GET  /api/my-sessions      signed in  → 200 MySession[], the last used first
 *   POST /api/my-sessions/end  signed in  EndSessions → 200 Done
 *        400 `wrong_password` field password, `code_required` or `wrong_code` field code; 403 `must_confirm`;
 *        404 `unknown_session`; 429
 */

export const MySession = z.object({
  id: z.string(),
  /** Such as "Firefox no Windows"; null where the browser did not tell. */
  device: z.string().nullable(),
  /** IP address at the beginning. */
  address: z.string().nullable(),
  startedAt: z.string(),
  /** Within a minute. */
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type MySession = z.infer<typeof MySession>;

/**
 * The own password, typed again before an act that whoever found a session open must not do. Who signs in by a provider
 * leaves it out: without a new proof there the answer is 403 `must_confirm`.
 */
export const ownPassword = z.string('Confirme com a sua senha.').max(200, 'Senha incorreta');
const confirmingPassword = ownPassword.default('');

/**
 * A fresh proof of identity, for acts whose effect lasts: the password and, where a second factor is on, a code. Without
 * the code the answer is 400 `code_required` of field code; one code counts for five minutes in its session.
 */
export const proofFields = { password: confirmingPassword, code: codeField.optional() };

/** An act that needs nothing but the proof. */
export const Confirmation = z.strictObject(proofFields);
export type Proof = z.infer<typeof Confirmation>;

export const EndSessions = z.strictObject({
  /** One by its id, or all but the one that asks. */
  which: z.union(
    [z.literal('others'), z.string().regex(/^[\da-f]{64}$/)],
    'Escolha uma sessão da lista.',
  ),
  ...proofFields,
});
export type EndSessions = z.infer<typeof EndSessions>;
