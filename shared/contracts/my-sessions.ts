import { z } from 'zod';
import { codeField } from './second-factor.ts';

/** The user's own sessions, and how to end them, which takes the password: an intruder does not know it. */

export const MySession = z.object({
  id: z.string(),
  /** Such as "Firefox no Windows"; null where the browser did not identify itself. */
  device: z.string().nullable(),
  /** IP address at the start of the session. */
  address: z.string().nullable(),
  startedAt: z.string(),
  /** Precise to one minute. */
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  isCurrent: z.boolean(),
});
export type MySession = z.infer<typeof MySession>;

/**
 * The user's own password, typed again before an act that an intruder at an open session must not do. A user who signs
 * in through a provider omits it: without a recent proof from the provider the server returns 403 `must_confirm`.
 */
export const ownPassword = z.string('Confirme com a sua senha.').max(200, 'Senha incorreta');
const confirmingPassword = ownPassword.default('');

/**
 * A fresh proof of identity, for acts with a lasting effect: the password and, where a second factor is on, a code.
 * Without the code the server returns 400 `code_required` for field code. A code is valid in its session for 5 minutes.
 */
export const proofFields = { password: confirmingPassword, code: codeField.optional() };

/** Body of an act that needs only the proof. */
export const Confirmation = z.strictObject(proofFields);
export type Proof = z.infer<typeof Confirmation>;

const noSession = 'Escolha uma sessão da lista.';
export const EndSessions = z.strictObject({
  /** A session by its id, or all except the one of this request. */
  which: z.string(noSession).regex(/^(others|[\da-f]{64})$/, noSession),
  ...proofFields,
});
export type EndSessions = z.infer<typeof EndSessions>;
