import { randomBytes } from 'node:crypto';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import type { ResetPassword } from '../../../shared/contracts/passwords.ts';
import { latestEnd } from '../../platform/clock-skew.ts';
import { AppError } from '../../platform/errors.ts';
import type { Lockout } from '../limits/lockout.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { passwordChangedMail, resetMail } from '../../platform/mail/mail-templates.ts';
import { sha256 } from '../../platform/digest.ts';
import type { AppDatabase, UserRow } from '../../platform/store/schema.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { recordUserAct } from '../audit/audit.ts';
import { storePassword } from './change-password.ts';
import { hashChosenPassword, wordsOfUser } from './password-check.ts';
import { noPassword } from './passwords.ts';
import { emailKey, lockedUser, maybeAccount, toUser } from './users.ts';

export interface ResetDeps extends StoreAndClock {
  readonly requestLockout: Lockout;
  readonly lockout: Lockout;
  readonly mailQueue: MailQueue;
  /** The product's own address for the link, never taken from a request. */
  readonly siteAddress: () => string;
}

/** How long a reset link is valid, in milliseconds. */
export const resetMs = 3_600_000;

/**
 * Accepts a request for a reset. Everything that depends on whether the account exists runs after the response, so that
 * neither the response nor its time reveals it.
 */
export async function requestReset(deps: ResetDeps, email: string, address: string): Promise<void> {
  await deps.requestLockout.admit(emailKey(email), address);
  deps.mailQueue.afterResponse(() => sendResetLink(deps, email, address));
}

async function sendResetLink(deps: ResetDeps, email: string, address: string): Promise<void> {
  const { clock, mailQueue, siteAddress } = deps;
  const issued = await deps.store.db.transaction().execute(async (transaction) => {
    // Locked, so that the link belongs to an active account and to its current e-mail address.
    const account = await maybeAccount(transaction, email);
    // A user who signs in only by a provider must not get a password through access to a mailbox.
    const isKnown =
      account !== undefined && account.is_active === 1 && account.password_hash !== noPassword;
    const now = clock();
    const stranger = { userId: null, address };
    await recordUserAct(transaction, 'password.reset_requested', stranger, account?.id, now, {
      outcome: isKnown ? 'success' : 'failure',
    });
    return isKnown ? { account, token: await newToken(transaction, account.id, now) } : undefined;
  });
  if (issued === undefined) return;
  const link = `${siteAddress()}/reset-password#token=${issued.token}`;
  mailQueue.add(issued.account.email, resetMail(toUser(issued.account), link));
}

/** A new token for a user; an earlier one becomes invalid. */
async function newToken(db: AppDatabase, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const row = {
    token_hash: sha256(token),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + resetMs).toISOString(),
  };
  await db
    .insertInto('password_resets')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return token;
}

/** Sets a new password with a link's token, which becomes invalid. All sessions of the user end. Returns the user. */
export async function resetPassword(
  { store: { db }, clock, lockout, mailQueue }: ResetDeps,
  { token, newPassword }: ResetPassword,
  address: string,
): Promise<CurrentUser> {
  const tokenHash = sha256(token);
  await lockout.admit(tokenHash, address);
  const account = await maybeResetAccount(db, tokenHash, clock());
  if (account === undefined) throw invalidToken();
  const user = toUser(account);
  const passwordHash = await hashChosenPassword(db, user, newPassword, 'Nova senha');
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    // Everything that changes an account locks its row first, which prevents deadlocks.
    await lockedUser(transaction, account.id);
    // Of two concurrent requests with the same token, only one succeeds.
    await transaction
      .deleteFrom('password_resets')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now.toISOString())
      .returning('user_id')
      .executeTakeFirstOrThrow(invalidToken);
    const chosen = { userId: account.id, passwordHash, now, isTemporary: false };
    if (!(await storePassword(transaction, chosen))) throw invalidToken();
    const actor = { userId: account.id, address };
    await recordUserAct(transaction, 'password.reset', actor, account.id, now);
  });
  await lockout.forgive(tokenHash, address);
  mailQueue.add(user.email, passwordChangedMail(user, clock()));
  return user;
}

/** The words about the user whose link has this token (`wordsOfUser`); none for an invalid token. */
export async function wordsOfToken(
  { store: { db }, clock }: Pick<ResetDeps, 'store' | 'clock'>,
  token: string,
): Promise<string[]> {
  const account = await maybeResetAccount(db, sha256(token), clock());
  return account === undefined ? [] : wordsOfUser(db, toUser(account));
}

function maybeResetAccount(
  db: AppDatabase,
  tokenHash: string,
  now: Date,
): Promise<UserRow | undefined> {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .selectAll('users')
    .where('password_resets.token_hash', '=', tokenHash)
    .where('password_resets.expires_at', '>', now.toISOString())
    .where('password_resets.expires_at', '<=', latestEnd(now, resetMs))
    .where('users.is_active', '=', 1)
    .executeTakeFirst();
}

const invalidToken = () =>
  new AppError(
    'invalid_token',
    400,
    'Token inválido ou expirado. Solicite um novo reset de senha.',
    { field: 'token' },
  );
