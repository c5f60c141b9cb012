import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sessionHours, type CurrentUser } from '../../../shared/contracts/identity.ts';
import type { Database } from '../../platform/store/schema.ts';
import { toUser } from './users.ts';

/** A session as its owner gets it; the store keeps only the token's hash. */
export interface Session {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Starts a session, which use does not prolong, and forgets the expired ones. */
export async function startSession(
  db: Kysely<Database>,
  userId: string,
  now: Date,
): Promise<Session> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000);
  await db.deleteFrom('sessions').where('expires_at', '<=', now.toISOString()).execute();
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      created_at: now.toISOString(),
      expires_at: expiresAt.toISOString(),
    })
    .execute();
  return { token, expiresAt };
}

/** The active user whose session this token opens, while it lasts. */
export async function maybeSessionUser(
  db: Kysely<Database>,
  token: string,
  now: Date,
): Promise<CurrentUser | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .where('sessions.token_hash', '=', hashOf(token))
    .where('sessions.expires_at', '>', now.toISOString())
    .where('users.is_active', '=', 1)
    .executeTakeFirst();
  return row && toUser(row);
}

/** Ends every session of a person: what opened them no longer holds. */
export async function endSessionsOf(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** When the session of this token began and when it ends. */
export async function maybeSessionTimes(db: Kysely<Database>, token: string) {
  return db
    .selectFrom('sessions')
    .select(['created_at as startedAt', 'expires_at as expiresAt'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
}

/** Ends the session of this token; answers whose it was, if there was one. */
export async function endSession(db: Kysely<Database>, token: string): Promise<string | undefined> {
  const ended = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', hashOf(token))
    .returning('user_id')
    .executeTakeFirst();
  return ended?.user_id;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
