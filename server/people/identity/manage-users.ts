import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import type { CreateUser, UpdateUser, User } from '../../../shared/contracts/users.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { emailChangedMail } from '../../platform/mail/mail-templates.ts';
import { orTaken } from '../../platform/store/store-error.ts';
import type { AppDatabase, UserRow } from '../../platform/store/schema.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { recordUserAct } from '../audit/audit.ts';
import { type FreshProofDeps, type Person, requireFreshProof } from './fresh-proof.ts';
import { hashChosenPassword } from './password-check.ts';
import { endSessionsOf } from './sessions.ts';
import {
  emailKey,
  emailTaken,
  existingUser,
  insertUser,
  lockedAdministrators,
  lockedUser,
  requireAnotherAdministrator,
  toUser,
  userColumns,
} from './users.ts';

export interface ManageUsersDeps extends StoreAndClock {
  readonly mailQueue: MailQueue;
  /** For acts that require a fresh proof of the administrator's identity. */
  readonly confirmation: FreshProofDeps;
  /** Removes, within the deletion, texts that the user typed and others can still open. */
  readonly removeTyped: (db: AppDatabase, userId: string) => Promise<void>;
  /** Called after a user is deleted: removes the user's data outside the app database. */
  readonly onUserDeleted?: (() => Promise<void>) | undefined;
}

/** Adds a user with a temporary password, to be changed at the first sign-in. An ADMIN requires a fresh proof. */
export async function addUser(
  { store, clock, confirmation }: ManageUsersDeps,
  administrator: Person,
  { temporaryPassword, password, code, ...person }: CreateUser,
): Promise<User> {
  if (person.role === 'ADMIN') {
    await requireFreshProof(confirmation, administrator, { password, code });
  }
  const { db } = store;
  const passwordHash = await hashChosenPassword(db, person, temporaryPassword, 'Senha temporária');
  return db.transaction().execute(async (transaction) => {
    await requireCompany(transaction, person.companyId);
    const now = clock();
    const newcomer = { ...person, mustChangePassword: true };
    const { id } = await insertUser(transaction, newcomer, passwordHash, now);
    await recordUserAct(transaction, 'user.created', administrator, id, now, {
      details: { role: person.role, companyId: person.companyId },
    });
    return existingUser(transaction, id);
  });
}

/** Changes a user. The user's sessions end at once if the role changes or the account is closed. */
export async function changeUser(
  { store, clock, mailQueue, confirmation }: ManageUsersDeps,
  administrator: Person,
  id: string,
  { version, password, code, ...changes }: UpdateUser,
): Promise<User> {
  if (password !== undefined) {
    await requireFreshProof(confirmation, administrator, { password, code });
  }
  const now = clock();
  const { former, user } = await store.db.transaction().execute(async (transaction) => {
    const administrators = await lockedAdministrators(transaction, id);
    const row = await lockedUser(transaction, id);
    if (version !== undefined && version !== row.version) throw staleVersion();
    const before = toUser(row);
    const after = changed(before, changes);
    if (after.role !== 'ADMIN' || !after.isActive) {
      if (id === administrator.userId) throw ownAccount();
      requireAnotherAdministrator(administrators, id);
    }
    if (password === undefined && needsConfirmation(before, after)) {
      await requireFreshProof({ ...confirmation, db: transaction }, administrator, {});
    }
    await requireCompany(transaction, changes.companyId);
    await writeUser(transaction, row, after, now);
    // Sessions carry the role, and reset links were sent to the old e-mail address.
    if (after.role !== before.role || !after.isActive) await endSessionsOf(transaction, id);
    if (isNewAddress(before, after) || !after.isActive) {
      await transaction.deleteFrom('password_resets').where('user_id', '=', id).execute();
    }
    await recordUserAct(transaction, 'user.updated', administrator, id, now, {
      details: recordedChanges(before, after),
    });
    return { former: before, user: await existingUser(transaction, id) };
  });
  if (isNewAddress(former, user)) {
    const mail = emailChangedMail(user, { from: former.email, to: user.email, when: now });
    mailQueue.add(former.email, mail);
    mailQueue.add(user.email, mail);
  }
  return user;
}

type Fields = Pick<
  CurrentUser,
  'email' | 'firstName' | 'lastName' | 'role' | 'companyId' | 'isActive'
>;

const changed = (before: Fields, changes: UpdateUser): Fields => ({
  email: changes.email ?? before.email,
  firstName: changes.firstName ?? before.firstName,
  lastName: changes.lastName ?? before.lastName,
  role: changes.role ?? before.role,
  companyId: changes.companyId === undefined ? before.companyId : changes.companyId,
  isActive: changes.isActive ?? before.isActive,
});

const isNewAddress = (before: Fields, after: Fields) =>
  emailKey(after.email) !== emailKey(before.email);

/**
 * A new e-mail address, role or company changes what the account can access. Closing an account locks its owner out, and
 * reopening it gives access again.
 */
const needsConfirmation = (before: Fields, after: Fields) =>
  isNewAddress(before, after) ||
  after.isActive !== before.isActive ||
  after.role !== before.role ||
  after.companyId !== before.companyId;

async function writeUser(
  transaction: AppDatabase,
  { id, version }: UserRow,
  user: Fields,
  now: Date,
): Promise<void> {
  await orTaken(
    transaction
      .updateTable('users')
      .set({
        ...userColumns(user),
        is_active: user.isActive ? 1 : 0,
        updated_at: now.toISOString(),
        version: version + 1,
      })
      .where('id', '=', id)
      .execute(),
    emailTaken,
  );
}

/**
 * The changed fields. Role, activity and company include the new value, and the role also the former one; names and
 * e-mail addresses are not recorded.
 */
function recordedChanges(before: Fields, after: Fields) {
  const { role, isActive, companyId } = after;
  return {
    ...(role !== before.role && { role, formerRole: before.role }),
    ...(isActive !== before.isActive && { isActive }),
    ...(companyId !== before.companyId && { companyId }),
    changed: (['email', 'firstName', 'lastName'] as const).filter(
      (field) => after[field] !== before[field],
    ),
  };
}

async function requireCompany(
  db: AppDatabase,
  companyId: string | null | undefined,
): Promise<void> {
  if (companyId === null || companyId === undefined) return;
  await db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow(unknownCompany);
}

const unknownCompany = () =>
  new AppError('unknown_company', 400, 'Escolha uma empresa da lista.', { field: 'companyId' });

const staleVersion = () =>
  conflict(
    'stale_version',
    'Outra pessoa alterou este usuário enquanto você o editava. Recarregue a lista e tente de novo.',
  );

export const ownAccount = () =>
  conflict('own_account', 'Você não pode desativar, rebaixar nem eliminar a si mesmo.');
