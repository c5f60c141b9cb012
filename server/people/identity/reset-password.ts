import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import type { ResetPassword } from '../../../shared/contracts/passwords.ts';
import { recordAct } from '../audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { passwordChangedLetter, resetLetter } from '../../platform/mail/mail-templates.ts';
import type { PostOffice } from '../../platform/mail/mail-queue.ts';
import type { Database, UserRow } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { sha256 } from '../../platform/sha256.ts';
import { emailKey, heldUser, toUser } from './users.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { storePassword } from './change-password.ts';
import { ownWords, requireChoosable } from './password-check.ts';
import { hashPassword, noPassword } from './passwords.ts';

export interface ResetDeps {
  readonly store: Store;
  readonly clock: () => Date;
  readonly requestThrottle: AttemptThrottle;
  readonly throttle: AttemptThrottle;
  readonly postOffice: PostOffice;
  /** The product's own address for the link, never taken from a request. */
  readonly siteAddress: () => string;
}

const lifetimeMs = 3_600_000;

/**
 * Accepts a request for a reset. Everything that depends on whether the account exists runs after the response, so that
 * neither the response nor its time reveals it.
 */
export async function requestReset(deps: ResetDeps, email: string, address: string): Promise<void> {
  await deps.requestThrottle.admit(emailKey(email), address);
  deps.postOffice.later(() => sendResetLink(deps, email, address));
}

async function sendResetLink(deps: ResetDeps, email: string, address: string): Promise<void> {
  const { clock, postOffice, siteAddress } = deps;
  const asked = await deps.store.db.transaction().execute(async (transaction) => {
    // Locked, so that the link belongs to an active account and to its current e-mail address.
    const account = await maybeHeldAccount(transaction, deps.store.dialect, email);
    // A user who signs in only by a provider must not get a password through access to a mailbox.
    const isKnown =
      account !== undefined && account.is_active === 1 && account.password_hash !== noPassword;
    const now = clock();
    await recordAct(transaction, {
      action: 'password.reset_requested',
      outcome: isKnown ? 'success' : 'failure',
      actor: { userId: null, address },
      ...(account && { subject: { type: 'user', id: account.id } }),
      at: now,
    });
    return isKnown ? { account, token: await newToken(transaction, account.id, now) } : undefined;
  });
  if (asked === undefined) return;
  const link = `${siteAddress()}/reset-password#token=${asked.token}`;
  postOffice.post(asked.account.email, resetLetter(toUser(asked.account), link));
}

function maybeHeldAccount(
  transaction: Kysely<Database>,
  dialect: Store['dialect'],
  email: string,
): Promise<UserRow | undefined> {
  return transaction
    .selectFrom('users')
    .selectAll()
    .where('email_lower', '=', emailKey(email))
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

/** A new token for a user; an earlier one becomes invalid. */
async function newToken(db: Kysely<Database>, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const row = {
    token_hash: sha256(token),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
  };
  await db
    .insertInto('password_resets')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return token;
}

/**
 * Sets a new password with a link's token, which then becomes invalid. All sessions of the user end. Returns the user.
 */
export async function resetPassword(
  { store: { db, dialect }, clock, throttle, postOffice }: ResetDeps,
  { token, newPassword }: ResetPassword,
  address: string,
): Promise<CurrentUser> {
  const tokenHash = sha256(token);
  await throttle.admit(tokenHash, address);
  const account = await maybeResetAccount(db, tokenHash, clock());
  if (account === undefined) throw invalidToken();
  const user = toUser(account);
  await requireChoosable(newPassword, await ownWords(db, user), {
    field: 'newPassword',
    subject: 'Nova senha',
  });

  const passwordHash = await hashPassword(newPassword);
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    // Everything that changes an account locks its row first, which prevents deadlocks.
    await heldUser(transaction, dialect, account.id);
    await useToken(transaction, tokenHash, now);
    const isStored = await storePassword(transaction, { userId: account.id, passwordHash, now });
    if (!isStored) throw invalidToken();
    await recordAct(transaction, {
      action: 'password.reset',
      actor: { userId: account.id, address },
      subject: { type: 'user', id: account.id },
      at: now,
    });
  });
  await throttle.forgive(tokenHash, address);
  postOffice.post(user.email, passwordChangedLetter(user, clock()));
  return user;
}

/** The words about the user whose link has this token (`ownWords`); none for an invalid token. */
export async function wordsOfToken(
  { store: { db }, clock }: Pick<ResetDeps, 'store' | 'clock'>,
  token: string,
): Promise<string[]> {
  const account = await maybeResetAccount(db, sha256(token), clock());
  return account === undefined ? [] : ownWords(db, toUser(account));
}

function maybeResetAccount(
  db: Kysely<Database>,
  tokenHash: string,
  now: Date,
): Promise<UserRow | undefined> {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .selectAll('users')
    .where('password_resets.token_hash', '=', tokenHash)
    .where('password_resets.expires_at', '>', now.toISOString())
    .where('users.is_active', '=', 1)
    .executeTakeFirst();
}

/** Of two concurrent requests with the same token, only one succeeds. */
async function useToken(db: Kysely<Database>, tokenHash: string, now: Date): Promise<void> {
  const used = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .returning('user_id')
    .executeTakeFirst();
  if (used === undefined) throw invalidToken();
}

const invalidToken = () =>
  new AppError(
    'invalid_token',
    400,
    'Token inválido ou expirado. Solicite um novo reset de senha.',
    { field: 'token' },
  );
