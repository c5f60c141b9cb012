import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import type { ChangePassword, FirstPassword } from '../../../shared/contracts/passwords.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import type { Lockout } from '../limits/lockout.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { passwordChangedMail } from '../../platform/mail/mail-templates.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { recordUserAct } from '../audit/audit.ts';
import { hashChosenPassword } from './password-check.ts';
import { isPassword, isSamePassword, noPassword } from './passwords.ts';
import { type Session, type SessionOrigin, endSessionsOf, startSession } from './sessions.ts';

export interface ChangePasswordDeps {
  readonly db: AppDatabase;
  readonly clock: () => Date;
  readonly lockout: Lockout;
  readonly mailQueue: MailQueue;
}

/** Sets the password that a user chose, ends all sessions of the user and starts a new one. */
export async function changePassword(
  deps: ChangePasswordDeps,
  user: CurrentUser,
  { currentPassword, newPassword }: ChangePassword,
  origin: SessionOrigin,
): Promise<Session> {
  const { db, clock, lockout } = deps;
  const { address } = origin;
  await lockout.admit(user.id, address);
  const { password_hash: stored } = await passwordRow(db, user.id);
  if (stored === noPassword) throw hasNoPassword();
  if (!(await isPassword(stored, currentPassword))) {
    const actor = { userId: user.id, address };
    await recordUserAct(db, 'password.changed', actor, user.id, clock(), { outcome: 'failure' });
    throw wrongPassword();
  }
  await lockout.forgive(user.id, address);
  if (isSamePassword(newPassword, currentPassword)) throw samePassword();
  return storeChosen(deps, user, newPassword, origin, stored);
}

/** Sets the password that a user chose after a sign-in with a temporary one, which is not typed again. */
export async function chooseFirstPassword(
  deps: ChangePasswordDeps,
  user: CurrentUser,
  { newPassword }: FirstPassword,
  origin: SessionOrigin,
): Promise<Session> {
  const { password_hash: stored, must_change_password } = await passwordRow(deps.db, user.id);
  if (must_change_password === 0) throw notTemporary();
  if (await isPassword(stored, newPassword)) throw samePassword();
  return storeChosen(deps, user, newPassword, origin, stored);
}

const passwordRow = (db: AppDatabase, userId: string) =>
  db
    .selectFrom('users')
    .select(['password_hash', 'must_change_password'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

async function storeChosen(
  { db, clock, mailQueue }: ChangePasswordDeps,
  user: CurrentUser,
  newPassword: string,
  origin: SessionOrigin,
  expected: string,
): Promise<Session> {
  const passwordHash = await hashChosenPassword(db, user, newPassword, 'Nova senha');
  const session = await db.transaction().execute(async (transaction) => {
    const now = clock();
    const chosen = { userId: user.id, passwordHash, now, isTemporary: false, expected };
    if (!(await storePassword(transaction, chosen))) throw wrongPassword();
    const actor = { userId: user.id, address: origin.address };
    await recordUserAct(transaction, 'password.changed', actor, user.id, now);
    return startSession(transaction, user.id, now, origin);
  });
  mailQueue.add(user.email, passwordChangedMail(user, clock()));
  return session;
}

/**
 * Stores a user's password as the only access: the user's sessions and reset links end. The user must change a
 * temporary one. Returns false if the stored hash is no longer `expected`, or the account is inactive.
 */
export async function storePassword(
  transaction: AppDatabase,
  password: {
    readonly userId: string;
    readonly passwordHash: string;
    readonly now: Date;
    readonly isTemporary: boolean;
    readonly expected?: string;
  },
): Promise<boolean> {
  const { userId, passwordHash, isTemporary, expected } = password;
  const now = password.now.toISOString();
  const updated = await transaction
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      must_change_password: isTemporary ? 1 : 0,
      temporary_since: isTemporary ? now : null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .where('is_active', '=', 1)
    .$if(expected !== undefined, (query) => query.where('password_hash', '=', expected ?? ''))
    .returning('id')
    .executeTakeFirst();
  if (updated === undefined) return false;
  await endSessionsOf(transaction, userId);
  await transaction.deleteFrom('password_resets').where('user_id', '=', userId).execute();
  return true;
}

const wrongPassword = () =>
  new AppError('wrong_password', 400, 'Senha atual incorreta', { field: 'currentPassword' });

const hasNoPassword = () =>
  conflict('no_password', 'Você entra pelo provedor de login e não tem senha aqui: troque-a lá.');

const samePassword = () =>
  new AppError('same_password', 400, 'Nova senha deve ser diferente da atual', {
    field: 'newPassword',
  });

const notTemporary = () =>
  conflict('not_temporary', 'A sua senha não é temporária: troque-a em “Alterar senha”.');
