import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import { confirmedMinutes } from '../../../shared/contracts/provider.ts';
import { latestEnd } from '../../platform/clock-skew.ts';
import { AppError } from '../../platform/errors.ts';
import type { Lockout } from '../limits/lockout.ts';
import { type Actor, recordUserAct } from '../audit/audit.ts';
import { isPassword, noPassword } from './passwords.ts';
import { codeMissing, type CodeDeps, hasSecondFactor, requireCode } from './second-factor.ts';

export interface FreshProofDeps extends CodeDeps {
  /** With `confirmationLockout`. */
  readonly lockout: Lockout;
}

/** A signed-in user who acts within a session. */
export type Person = Actor & {
  readonly userId: string;
  /** The session's key in the store. */
  readonly sessionId: string | null;
  /** Called after a proof of identity; the session then gets a new token. */
  readonly onProof?: () => void;
};

/**
 * Requires a fresh proof of identity before an act with a lasting effect, so that a stolen session is not enough. The
 * user types the password and, if a second factor is on, a code. A code is valid for `confirmedMinutes` in its session.
 * A user without a password here proves the identity at the provider, in this session and within the same minutes.
 * After a typed proof, calls `onProof` of the person.
 *
 * @throws AppError `password_required` or `wrong_password` of field `password`; `code_required`, `wrong_code` or
 *   `too_many_codes` of field `code`; 403 `must_confirm`; 429 after too many attempts
 */
export async function requireFreshProof(
  deps: FreshProofDeps,
  person: Person,
  { password = '', code }: Partial<Proof>,
): Promise<void> {
  const { db, clock, lockout } = deps;
  const account = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'password_hash'])
    .where('id', '=', person.userId)
    .executeTakeFirst();
  if (account?.password_hash === noPassword) {
    if (await isConfirmed(deps, person)) return;
    throw mustConfirm();
  }
  if (password === '') throw passwordMissing();
  await lockout.admit(person.userId, person.address ?? '');
  if (account === undefined || !(await isPassword(account.password_hash, password))) {
    await recordUserAct(db, 'confirmation.refused', person, person.userId, clock(), {
      outcome: 'failure',
    });
    throw new AppError('wrong_password', 400, 'Senha incorreta', { field: 'password' });
  }
  if ((await hasSecondFactor(db, person.userId)) && !(await isConfirmed(deps, person))) {
    if (code === undefined) {
      // The password was correct: this attempt was no guess.
      await lockout.forgive(person.userId, person.address ?? '');
      throw codeMissing(400);
    }
    const attempt = { actor: person, action: 'confirmation.refused', status: 400 } as const;
    await requireCode(deps, account, code, attempt);
    await noteConfirmed(deps, person);
  }
  await lockout.forgive(person.userId, person.address ?? '');
  person.onProof?.();
}

/** Records that the owner of a session proved the identity, by a code or at the provider. */
export async function noteConfirmed(
  { db, clock }: Pick<FreshProofDeps, 'db' | 'clock'>,
  { sessionId, userId }: Person,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmed_at: clock().toISOString() })
    .where('token_hash', '=', sessionId ?? '')
    .where('user_id', '=', userId)
    .execute();
}

async function isConfirmed(
  { db, clock }: FreshProofDeps,
  { sessionId, userId }: Person,
): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('confirmed_at')
    .where('token_hash', '=', sessionId ?? '')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return confirmedUntil(session?.confirmed_at ?? null, clock()) !== undefined;
}

const confirmedMs = confirmedMinutes * 60_000;

/** Until when a session counts as confirmed; undefined if it does not now. */
export function confirmedUntil(confirmedAt: string | null, now: Date): Date | undefined {
  if (confirmedAt === null) return undefined;
  const until = new Date(Date.parse(confirmedAt) + confirmedMs);
  const isNow = until > now && until.toISOString() <= latestEnd(now, confirmedMs);
  return isNow ? until : undefined;
}

const passwordMissing = () =>
  new AppError('password_required', 400, 'Confirme com a sua senha.', { field: 'password' });

const mustConfirm = () =>
  new AppError(
    'must_confirm',
    403,
    'Confirme que é você: identifique-se de novo no provedor de login e repita.',
  );
