import type { Kysely } from 'kysely';
import type { CreateUser, UpdateUser, User } from '../../../shared/contracts/users.ts';
import { AppError } from '../../platform/errors.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { emailChangedMail } from '../../platform/mail/mail-templates.ts';
import { unlessTaken } from '../../platform/store/store-error.ts';
import type { Database, UserRow } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { recordUserAct } from '../audit/audit.ts';
import { type FreshProofDeps, type Person, requireFreshProof } from './fresh-proof.ts';
import { hashChosenPassword, temporaryPasswordField } from './password-check.ts';
import { endSessionsOf } from './sessions.ts';
import {
  emailKey,
  emailTaken,
  insertUser,
  lockedAdministrators,
  lockedUser,
  maybeUser,
  requireAnotherAdministrator,
  searchText,
  unknownUser,
} from './users.ts';

export interface ManageUsersDeps {
  readonly store: Store;
  readonly clock: () => Date;
  readonly mailQueue: MailQueue;
  /** For acts that require a fresh proof of the administrator's identity. */
  readonly confirmation: FreshProofDeps;
  /** Removes, within the deletion, texts that the user typed and others can still open. */
  readonly removeTyped: (db: Kysely<Database>, userId: string) => Promise<void>;
  /** Called after the response about a deleted user: removes the user's data outside the app database. */
  readonly onUserDeleted?: (() => Promise<void>) | undefined;
}

/** The administrator who acts. */
export type Administrator = Person;

/**
 * Adds a user with a temporary password, which the user must change at the first sign-in. Adding an ADMIN requires a
 * fresh proof.
 */
export async function addUser(
  { store, clock, confirmation }: ManageUsersDeps,
  administrator: Administrator,
  { temporaryPassword, password, code, ...person }: CreateUser,
): Promise<User> {
  if (person.role === 'ADMIN') {
    await requireFreshProof(confirmation, administrator, { password, code });
  }
  const { db } = store;
  const field = temporaryPasswordField;
  const passwordHash = await hashChosenPassword(db, person, temporaryPassword, field);
  return store.db.transaction().execute(async (transaction) => {
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
  administrator: Administrator,
  id: string,
  { version, password, code, ...changes }: UpdateUser,
): Promise<User> {
  if (password !== undefined) {
    await requireFreshProof(confirmation, administrator, { password, code });
  }
  const now = clock();
  const { before, after } = await store.db.transaction().execute(async (transaction) => {
    const administrators = await lockedAdministrators(transaction);
    const row = await lockedUser(transaction, id);
    if (version !== undefined && version !== row.version) throw staleVersion();
    if (losesAdministration(row, changes)) {
      if (id === administrator.userId) throw ownAccount();
      requireAnotherAdministrator(administrators, id);
    }
    if (password === undefined && needsConfirmation(row, changes)) {
      await requireFreshProof({ ...confirmation, db: transaction }, administrator, {});
    }
    await requireCompany(transaction, changes.companyId);
    await writeChanges(transaction, row, changes, now);
    await endWhatNoLongerHolds(transaction, row, changes);
    await recordUserAct(transaction, 'user.updated', administrator, id, now, {
      details: recordedChanges(row, changes),
    });
    return { before: row, after: await existingUser(transaction, id) };
  });
  mailNewEmail(mailQueue, before, after, now);
  return after;
}

type Changes = Omit<UpdateUser, 'version' | 'password' | 'code'>;

const losesAdministration = (row: UserRow, { role, isActive }: Changes) =>
  row.role === 'ADMIN' &&
  row.is_active === 1 &&
  ((role !== undefined && role !== 'ADMIN') || isActive === false);

/**
 * A new e-mail address, role or company changes what the account can access. Closing an account locks its owner out, and
 * reopening it gives access again.
 */
const needsConfirmation = (row: UserRow, { email, role, companyId, isActive }: Changes) =>
  (isActive !== undefined && isActive !== (row.is_active === 1)) ||
  (email !== undefined && emailKey(email) !== row.email_lower) ||
  (role !== undefined && role !== row.role) ||
  (companyId !== undefined && companyId !== row.company_id);

async function writeChanges(
  transaction: Kysely<Database>,
  row: UserRow,
  changes: Changes,
  now: Date,
): Promise<void> {
  const email = changes.email ?? row.email;
  const firstName = changes.firstName ?? row.first_name;
  const lastName = changes.lastName ?? row.last_name;
  const isActive = changes.isActive ?? row.is_active === 1;
  await unlessTaken(
    transaction
      .updateTable('users')
      .set({
        email,
        email_lower: emailKey(email),
        first_name: firstName,
        last_name: lastName,
        search_text: searchText({ firstName, lastName, email }),
        role: changes.role ?? row.role,
        company_id: changes.companyId === undefined ? row.company_id : changes.companyId,
        is_active: isActive ? 1 : 0,
        updated_at: now.toISOString(),
        version: row.version + 1,
      })
      .where('id', '=', row.id)
      .execute(),
    emailTaken,
  );
}

/** Ends sessions, which carry the role, and reset links, which were sent to the old e-mail address. */
async function endWhatNoLongerHolds(
  transaction: Kysely<Database>,
  row: UserRow,
  { role, isActive, email }: Changes,
): Promise<void> {
  const isNewRole = role !== undefined && role !== row.role;
  const isNewEmail = email !== undefined && emailKey(email) !== row.email_lower;
  if (isNewRole || isActive === false) await endSessionsOf(transaction, row.id);
  if (isNewEmail || isActive === false) {
    await transaction.deleteFrom('password_resets').where('user_id', '=', row.id).execute();
  }
}

/**
 * The changed fields. Role, activity and company include the new value, and the role also the former one; names and
 * e-mail addresses are not recorded.
 */
function recordedChanges(row: UserRow, changes: Changes) {
  const { role, isActive, companyId } = changes;
  const isNew = {
    email: changes.email !== undefined && changes.email !== row.email,
    firstName: changes.firstName !== undefined && changes.firstName !== row.first_name,
    lastName: changes.lastName !== undefined && changes.lastName !== row.last_name,
  };
  return {
    ...(role !== undefined && role !== row.role && { role, formerRole: row.role }),
    ...(isActive !== undefined && isActive !== (row.is_active === 1) && { isActive }),
    ...(companyId !== undefined && companyId !== row.company_id && { companyId }),
    changed: Object.entries(isNew).flatMap(([field, changed]) => (changed ? [field] : [])),
  };
}

function mailNewEmail(mailQueue: MailQueue, before: UserRow, after: User, when: Date): void {
  if (emailKey(after.email) === before.email_lower) return;
  const mail = emailChangedMail(after, { from: before.email, to: after.email, when });
  mailQueue.add(before.email, mail);
  mailQueue.add(after.email, mail);
}

async function requireCompany(
  db: Kysely<Database>,
  companyId: string | null | undefined,
): Promise<void> {
  if (companyId === null || companyId === undefined) return;
  const company = await db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (company !== undefined) return;
  throw new AppError('unknown_company', 400, 'Escolha uma empresa da lista.', {
    field: 'companyId',
  });
}

async function existingUser(db: Kysely<Database>, id: string): Promise<User> {
  const user = await maybeUser(db, id);
  if (user === undefined) throw unknownUser();
  return user;
}

const staleVersion = () =>
  new AppError(
    'stale_version',
    409,
    'Outra pessoa alterou este usuário enquanto você o editava. Recarregue a lista e tente de novo.',
  );

export const ownAccount = () =>
  new AppError('own_account', 409, 'Você não pode desativar, rebaixar nem eliminar a si mesmo.');
