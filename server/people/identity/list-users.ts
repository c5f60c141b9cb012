import type { Kysely } from 'kysely';
import type { User, UserListQuery } from '../../../shared/contracts/users.ts';
import { plainText } from '../../../shared/words/plain-text.ts';
import type { Database } from '../../platform/store/schema.ts';
import { countOf, pageOf } from '../../platform/store/pages.ts';
import { temporaryUntil, toUser } from './users.ts';

function usersWithCompany(db: Kysely<Database>) {
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
  db: Kysely<Database>,
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
export async function maybeUser(db: Kysely<Database>, id: string): Promise<User | undefined> {
  const row = await usersWithCompany(db).where('users.id', '=', id).executeTakeFirst();
  return row && toListedUser(row);
}

function toListedUser(row: UserWithCompany): User {
  return {
    ...toUser(row),
    companyName: row.company_name,
    temporaryPasswordExpiresAt: temporaryUntil(row)?.toISOString() ?? null,
    hasSecondFactor: row.confirmed_at !== null,
    lastSignInAt: row.last_sign_in_at,
    erasureRequestedAt: row.erasure_requested_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
