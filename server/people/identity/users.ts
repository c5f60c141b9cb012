import { randomUUID } from 'node:crypto';
import type { Role } from '../../../shared/codes/roles.ts';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { temporaryPasswordHours } from '../../../shared/contracts/passwords.ts';
import type { User, UserListQuery } from '../../../shared/contracts/users.ts';
import { plainText } from '../../../shared/words/format.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { isPostgres } from '../../platform/store/dialects.ts';
import { countOf, pageOf } from '../../platform/store/pages.ts';
import type { AppDatabase, UserRow } from '../../platform/store/schema.ts';
import { hashPassword, noPassword } from './passwords.ts';

export interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly companyId: string | null;
  readonly password: string;
  /** Another person or the server chose the password: its owner must choose a new one at the first sign-in. */
  readonly mustChangePassword?: boolean;
}

/** Adds an active user. The e-mail address must be new, regardless of case. */
export async function createUser(db: AppDatabase, user: NewUser, now: Date): Promise<CurrentUser> {
  return toUser(await insertUser(db, user, await hashPassword(user.password), now));
}

/** Adds a user whose password is already hashed, so that no transaction waits for the hashing. */
export async function insertUser(
  db: AppDatabase,
  user: Omit<NewUser, 'password'>,
  passwordHash: string,
  now: Date,
): Promise<UserRow> {
  return db
    .insertInto('users')
    .values({
      ...userColumns(user),
      id: randomUUID(),
      is_active: 1,
      password_hash: passwordHash,
      must_change_password: user.mustChangePassword === true ? 1 : 0,
      temporary_since: user.mustChangePassword === true ? now.toISOString() : null,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .onConflict((on) => on.column('email_lower').doNothing())
    .returningAll()
    .executeTakeFirstOrThrow(emailTaken);
}

/** The columns of the fields that an administrator edits, except whether the user is active. */
export const userColumns = (user: Omit<NewUser, 'password' | 'mustChangePassword'>) => ({
  email: user.email.trim(),
  email_lower: emailKey(user.email),
  first_name: user.firstName,
  last_name: user.lastName,
  search_text: searchText(user),
  role: user.role,
  company_id: user.companyId,
});

export const emailTaken = () =>
  conflict('email_taken', 'Já existe um usuário com este e-mail.', { field: 'email' });

export const searchText = (user: Pick<NewUser, 'firstName' | 'lastName' | 'email'>) =>
  plainText(`${user.firstName} ${user.lastName} ${user.email}`);

/** The stored row of an account, found by e-mail address in any case; locked within a transaction (`mustLock`). */
export function maybeAccount(db: AppDatabase, email: string): Promise<UserRow | undefined> {
  return lockedUsers(db).where('email_lower', '=', emailKey(email)).executeTakeFirst();
}

/** Two e-mail addresses with the same key are the same account. */
export const emailKey = (email: string) => email.trim().toLowerCase();

/** A user as the API returns it, without the password's hash. */
export function toUser(row: UserRow): CurrentUser {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    companyId: row.company_id,
    isActive: row.is_active === 1,
    mustChangePassword: row.must_change_password === 1,
    ...(row.password_hash === noPassword && { signsInElsewhere: true as const }),
  };
}

/** When an account's temporary password expires; null if the owner chose the password. */
export function temporaryUntil(row: UserRow): Date | null {
  if (row.must_change_password === 0) return null;
  const since = Date.parse(row.temporary_since ?? row.created_at);
  return new Date(since + temporaryPasswordHours * 3_600_000);
}

/** Whether read rows must be locked. SQLite needs no lock, since its transactions run one after another. */
const mustLock = (db: AppDatabase) => db.isTransaction && isPostgres(db);

/** Rows of users; locked within a transaction, until it ends. */
export const lockedUsers = (db: AppDatabase) =>
  db
    .selectFrom('users')
    .selectAll()
    .$if(mustLock(db), (query) => query.forUpdate());

/** A user's row, locked until the transaction ends. */
export async function lockedUser(transaction: AppDatabase, id: string): Promise<UserRow> {
  return lockedUsers(transaction).where('id', '=', id).executeTakeFirstOrThrow(unknownUser);
}

/**
 * The IDs of the active administrators, all locked until the transaction ends: if two requests would each close the
 * other's account, the second sees the first one's change. The user whom the transaction changes is locked with them, all
 * in the order of IDs: locked afterwards, a user whom another transaction makes an administrator could cause a deadlock.
 */
export async function lockedAdministrators(
  transaction: AppDatabase,
  changedId: string | undefined,
): Promise<string[]> {
  const rows = await lockedUsers(transaction)
    .where((where) =>
      where.or([where('id', '=', changedId ?? ''), where.and({ role: 'ADMIN', is_active: 1 })]),
    )
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, role, is_active }) =>
    role === 'ADMIN' && is_active === 1 ? [id] : [],
  );
}

/** Throws `last_administrator` if the user is the only active administrator. */
export function requireAnotherAdministrator(administrators: readonly string[], id: string): void {
  if (administrators.includes(id) && administrators.length === 1) {
    throw conflict(
      'last_administrator',
      'Este é o último administrador ativo: promova outro antes.',
    );
  }
}

export const unknownUser = () => notFound('unknown_user', 'Este usuário não existe.');

function usersWithCompany(db: AppDatabase) {
  return db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .selectAll('users')
    .select(['companies.name as company_name', 'second_factors.confirmed_at']);
}
type UserWithCompany = Awaited<ReturnType<ReturnType<typeof usersWithCompany>['execute']>>[number];

/** A page of the users that match a search, ordered by name, and their total number. */
export async function listUsers(
  db: AppDatabase,
  { search = '', role, isActive, ...shown }: UserListQuery,
): Promise<{ users: User[]; total: number }> {
  let chosen = usersWithCompany(db);
  if (role !== undefined) chosen = chosen.where('users.role', '=', role);
  if (isActive !== undefined) {
    chosen = chosen.where('users.is_active', '=', isActive === 'true' ? 1 : 0);
  }
  for (const word of plainText(search).split(' ')) {
    if (word === '') continue;
    chosen = chosen.where((where) =>
      where.or([
        where('users.search_text', 'like', `%${word}%`),
        where('companies.search_text', 'like', `%${word}%`),
      ]),
    );
  }
  const ordered = chosen.orderBy('users.search_text').orderBy('users.id');
  const rows = await pageOf(ordered, shown).execute();
  return { users: rows.map(toListedUser), total: await countOf(chosen) };
}

/** A user as administrators see the account, or undefined. */
export async function maybeUser(db: AppDatabase, id: string): Promise<User | undefined> {
  const row = await usersWithCompany(db).where('users.id', '=', id).executeTakeFirst();
  return row && toListedUser(row);
}

/** The same; throws `AppError` 404 `unknown_user` if there is none. */
export async function existingUser(db: AppDatabase, id: string): Promise<User> {
  const user = await maybeUser(db, id);
  if (user === undefined) throw unknownUser();
  return user;
}

function toListedUser(row: UserWithCompany): User {
  return {
    ...toUser(row),
    companyName: row.company_name,
    temporaryPasswordExpiresAt: temporaryUntil(row)?.toISOString() ?? null,
    hasSecondFactor: row.confirmed_at !== null,
    lastSignInAt: row.last_sign_in_at,
    deletionRequestedAt: row.erasure_requested_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
