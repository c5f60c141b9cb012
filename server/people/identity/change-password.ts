import type { Kysely } from 'kysely';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import type { ChangePassword, FirstPassword } from '../../../shared/contracts/passwords.ts';
import { recordAct, type Actor } from '../audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { passwordChangedLetter } from '../../platform/mail/mail-templates.ts';
import type { PostOffice } from '../../platform/mail/mail-queue.ts';
import type { Database } from '../../platform/store/schema.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { ownWords, requireChoosable } from './password-check.ts';
import { hashPassword, isPassword, isSamePassword, noPassword } from './passwords.ts';
import { endSessionsOf, startSession, type Session, type SessionOrigin } from './sessions.ts';

export interface ChangePasswordDeps {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  readonly throttle: AttemptThrottle;
  readonly postOffice: PostOffice;
}

const newPasswordField = { field: 'newPassword', subject: 'Nova senha' } as const;

/** Sets the password that a user chose, ends all sessions of the user and starts a new one. */
export async function changePassword(
  { db, clock, throttle, postOffice }: ChangePasswordDeps,
  user: CurrentUser,
  { currentPassword, newPassword }: ChangePassword,
  origin: SessionOrigin,
): Promise<Session> {
  const { address } = origin;
  await throttle.admit(user.id, address);
  const { password_hash: stored } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (stored === noPassword) throw hasNoPassword();
  const actor = { userId: user.id, address };
  if (!(await isPassword(stored, currentPassword))) {
    await recordChange(db, actor, 'failure', clock());
    throw wrongPassword();
  }
  await throttle.forgive(user.id, address);
  if (isSamePassword(newPassword, currentPassword)) throw samePassword();
  return storeChosen({ db, clock, postOffice }, user, { newPassword, origin, stored });
}

/**
 * Sets the password that a user chose after signing in with a temporary one. The temporary password opened the session
 * and is not typed again.
 */
export async function chooseFirstPassword(
  deps: Omit<ChangePasswordDeps, 'throttle'>,
  user: CurrentUser,
  { newPassword }: FirstPassword,
  origin: SessionOrigin,
): Promise<Session> {
  const account = await deps.db
    .selectFrom('users')
    .select(['password_hash', 'must_change_password'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (account.must_change_password === 0) throw notTemporary();
  const stored = account.password_hash;
  if (await isPassword(stored, newPassword)) throw samePassword();
  return storeChosen(deps, user, { newPassword, origin, stored });
}

async function storeChosen(
  { db, clock, postOffice }: Omit<ChangePasswordDeps, 'throttle'>,
  user: CurrentUser,
  { newPassword, origin, stored }: { newPassword: string; origin: SessionOrigin; stored: string },
): Promise<Session> {
  await requireChoosable(newPassword, await ownWords(db, user), newPasswordField);
  const passwordHash = await hashPassword(newPassword);
  const session = await db.transaction().execute(async (transaction) => {
    const now = clock();
    const isStored = await storePassword(
      transaction,
      { userId: user.id, passwordHash, now },
      stored,
    );
    if (!isStored) throw wrongPassword();
    const actor = { userId: user.id, address: origin.address };
    await recordChange(transaction, actor, 'success', now);
    return startSession(transaction, user.id, now, origin);
  });
  postOffice.post(user.email, passwordChangedLetter(user, clock()));
  return session;
}

/**
 * Stores a password that its owner chose. It is no longer temporary, and the user's sessions and reset links end.
 * Returns false if the stored hash is no longer `expected`, or the account is inactive.
 */
export async function storePassword(
  transaction: Kysely<Database>,
  chosen: { readonly userId: string; readonly passwordHash: string; readonly now: Date },
  expected?: string,
): Promise<boolean> {
  let update = transaction
    .updateTable('users')
    .set({
      password_hash: chosen.passwordHash,
      must_change_password: 0,
      temporary_since: null,
      updated_at: chosen.now.toISOString(),
    })
    .where('id', '=', chosen.userId)
    .where('is_active', '=', 1);
  if (expected !== undefined) update = update.where('password_hash', '=', expected);
  if ((await update.returning('id').executeTakeFirst()) === undefined) return false;
  await endSessionsOf(transaction, chosen.userId);
  await transaction.deleteFrom('password_resets').where('user_id', '=', chosen.userId).execute();
  return true;
}

/**
 * Stores a password that its owner must change, as the user's only access: open sessions and reset links end. Returns
 * what `storePassword` returns.
 */
export async function storeTemporaryPassword(
  transaction: Kysely<Database>,
  given: { readonly userId: string; readonly passwordHash: string; readonly now: Date },
  expected?: string,
): Promise<boolean> {
  if (!(await storePassword(transaction, given, expected))) return false;
  await transaction
    .updateTable('users')
    .set({ must_change_password: 1, temporary_since: given.now.toISOString() })
    .where('id', '=', given.userId)
    .execute();
  return true;
}

function recordChange(
  db: Kysely<Database>,
  actor: Actor & { readonly userId: string },
  outcome: 'success' | 'failure',
  at: Date,
): Promise<void> {
  const subject = { type: 'user', id: actor.userId } as const;
  return recordAct(db, { action: 'password.changed', outcome, actor, subject, at });
}

const wrongPassword = () =>
  new AppError('wrong_password', 400, 'Senha atual incorreta', { field: 'currentPassword' });

const hasNoPassword = () =>
  new AppError(
    'no_password',
    409,
    'Você entra pelo provedor de login e não tem senha aqui: troque-a lá.',
  );

const samePassword = () =>
  new AppError('same_password', 400, 'Nova senha deve ser diferente da atual', {
    field: 'newPassword',
  });

const notTemporary = () =>
  new AppError('not_temporary', 409, 'A sua senha não é temporária: troque-a em "Alterar senha".');
