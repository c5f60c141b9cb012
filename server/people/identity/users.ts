import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Role } from '../../../shared/codes/roles.ts';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { temporaryPasswordHours } from '../../../shared/contracts/passwords.ts';
import { AppError } from '../../platform/errors.ts';
import { plainText } from '../../../shared/words/plain-text.ts';
import type { Database, UserRow } from '../../platform/store/schema.ts';
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
export async function createUser(
  db: Kysely<Database>,
  user: NewUser,
  now: Date,
): Promise<CurrentUser> {
  return insertUser(db, user, await hashPassword(user.password), now);
}

/** Adds a user whose password is already hashed, so that no transaction waits for the hashing. */
export async function insertUser(
  db: Kysely<Database>,
  user: Omit<NewUser, 'password'>,
  passwordHash: string,
  now: Date,
): Promise<CurrentUser> {
  const row = await db
    .insertInto('users')
    .values({
      id: randomUUID(),
      email: user.email.trim(),
      email_lower: emailKey(user.email),
      first_name: user.firstName,
      last_name: user.lastName,
      search_text: searchText(user),
      role: user.role,
      company_id: user.companyId,
      is_active: 1,
      password_hash: passwordHash,
      must_change_password: user.mustChangePassword === true ? 1 : 0,
      temporary_since: user.mustChangePassword === true ? now.toISOString() : null,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('email_lower').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw emailTaken();
  return toUser(row);
}

export const emailTaken = () =>
  new AppError('email_taken', 409, 'Já existe um usuário com este e-mail.', { field: 'email' });

/** The text in which a search for a user looks. */
export const searchText = (user: Pick<NewUser, 'firstName' | 'lastName' | 'email'>) =>
  plainText(`${user.firstName} ${user.lastName} ${user.email}`);

/** The stored row of an account, found by e-mail address in any case. */
export function maybeAccount(db: Kysely<Database>, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email_lower', '=', emailKey(email))
    .executeTakeFirst();
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
export function temporaryUntil(
  row: Pick<UserRow, 'must_change_password' | 'temporary_since' | 'created_at'>,
): Date | null {
  if (row.must_change_password === 0) return null;
  const since = Date.parse(row.temporary_since ?? row.created_at);
  return new Date(since + temporaryPasswordHours * 3_600_000);
}
