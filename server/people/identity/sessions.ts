import { randomBytes } from 'node:crypto';
import { type CurrentUser, maxSessions, sessionHours } from '../../../shared/contracts/identity.ts';
import { isOver, latestEnd } from '../../platform/clock-skew.ts';
import { sha256 } from '../../platform/digest.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { confirmedUntil } from './fresh-proof.ts';
import { toUser } from './users.ts';

/** A session as its owner receives it; the store contains only the token's hash. */
export interface Session {
  readonly token: string;
  readonly expiresAt: Date;
  /** The session's full lifetime, independent of the clocks of server and browser. */
  readonly maxAgeSeconds: number;
}

export interface SessionOrigin {
  /** IP address. */
  readonly address: string;
  /** The browser and operating system, in words. */
  readonly device: string | null;
  /** The OpenID provider that authenticated the user. */
  readonly issuer?: string;
}

export interface ValidSession {
  /** The user, and whether an OpenID provider opened the session. */
  readonly user: CurrentUser & { readonly isByProvider?: true };
  /** ISO 8601. It stays the same when the session gets a new token. */
  readonly startedAt: string;
}

const hourMs = 3_600_000;
/** How long a session lasts at most, in milliseconds. */
export const sessionMs = sessionHours * hourMs;

const newToken = () => randomBytes(32).toString('base64url');

/** Hours without use after which a session ends, unless `SESSION_IDLE_HOURS` is set. */
export const defaultIdleHours = 8;

/** Starts a session and deletes the user's expired ones. Beyond `maxSessions`, the least recently used session ends. */
export async function startSession(
  db: AppDatabase,
  userId: string,
  now: Date,
  origin?: SessionOrigin,
): Promise<Session> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + sessionMs);
  // No other user's: on PostgreSQL, a transaction that ends those may wait for the audit, which a sign-in has locked.
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(isOver(now, sessionMs))
    .execute();
  await endBeyond(db, userId, maxSessions - 1);
  await db
    .insertInto('sessions')
    .values({
      token_hash: sessionId(token),
      user_id: userId,
      created_at: now.toISOString(),
      expires_at: expiresAt.toISOString(),
      last_used_at: now.toISOString(),
      device: origin?.device ?? null,
      address: origin?.address ?? null,
      issuer: origin?.issuer ?? null,
    })
    .execute();
  return { token, expiresAt, maxAgeSeconds: sessionHours * 3600 };
}

async function endBeyond(db: AppDatabase, userId: string, maxOpen: number): Promise<void> {
  const open = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy((eb) => eb.fn.coalesce('last_used_at', 'created_at'), 'desc')
    .execute();
  const beyond = open.slice(maxOpen).map(({ token_hash }) => token_hash);
  if (beyond.length === 0) return;
  await db.deleteFrom('sessions').where('token_hash', 'in', beyond).execute();
}

/** The valid sessions: neither expired nor idle for too long, nor begun while a clock was ahead. */
export function openSessions(db: AppDatabase, now: Date, idleHours: number) {
  const idleSince = new Date(now.getTime() - idleHours * hourMs).toISOString();
  return db
    .selectFrom('sessions')
    .where('sessions.expires_at', '>', now.toISOString())
    .where('sessions.expires_at', '<=', latestEnd(now, sessionMs))
    .where((eb) =>
      eb(eb.fn.coalesce('sessions.last_used_at', 'sessions.created_at'), '>', idleSince),
    );
}

/** The session with this token, while it is valid and its user active. */
export async function maybeSession(
  db: AppDatabase,
  token: string,
  now: Date,
  idleHours: number,
): Promise<ValidSession | undefined> {
  const row = await sessionsWithUser(db, now, idleHours)
    .where('sessions.token_hash', '=', sessionId(token))
    .executeTakeFirst();
  return row && toSession(row, now);
}

/**
 * The current state of a session that was valid before, also if it has a new token since. Two sessions that a user
 * started in the same millisecond count as one.
 */
export async function maybeSessionNow(
  db: AppDatabase,
  { user, startedAt }: ValidSession,
  now: Date,
  idleHours: number,
): Promise<ValidSession | undefined> {
  const row = await sessionsWithUser(db, now, idleHours)
    .where('sessions.user_id', '=', user.id)
    .where('sessions.created_at', '=', startedAt)
    .executeTakeFirst();
  return row && toSession(row, now);
}

const sessionsWithUser = (db: AppDatabase, now: Date, idleHours: number) =>
  openSessions(db, now, idleHours)
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(['sessions.issuer', 'sessions.confirmed_at', 'sessions.created_at as started_at'])
    .where('users.is_active', '=', 1);

type SessionRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof sessionsWithUser>['executeTakeFirst']>>
>;

function toSession(row: SessionRow, now: Date): ValidSession {
  const until = confirmedUntil(row.confirmed_at, now);
  const user = {
    ...toUser(row),
    ...(row.issuer !== null && { isByProvider: true as const }),
    ...(until !== undefined && { confirmedUntil: until.toISOString() }),
  };
  return { user, startedAt: row.started_at };
}

/**
 * Gives the session with this ID a new token, and ends the old one; the session expires when it would have. Returns
 * undefined if the session has ended.
 */
export async function renewToken(
  db: AppDatabase,
  id: string,
  now: Date,
): Promise<Session | undefined> {
  const token = newToken();
  const renewed = await db
    .updateTable('sessions')
    .set({ token_hash: sessionId(token) })
    .where('token_hash', '=', id)
    .where('expires_at', '>', now.toISOString())
    .returning('expires_at')
    .executeTakeFirst();
  if (renewed === undefined) return undefined;
  const expiresAt = new Date(renewed.expires_at);
  const maxAgeSeconds = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  return { token, expiresAt, maxAgeSeconds };
}

/** Records that a session is used, which restarts its idle time. */
export async function noteSessionUse(db: AppDatabase, token: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now.toISOString() })
    .where('token_hash', '=', sessionId(token))
    .execute();
}

export async function endSessionsOf(db: AppDatabase, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** When the session of this token started, and when it expires. */
export async function maybeSessionTimes(db: AppDatabase, token: string) {
  return db
    .selectFrom('sessions')
    .select(['created_at as startedAt', 'expires_at as expiresAt'])
    .where('token_hash', '=', sessionId(token))
    .executeTakeFirst();
}

/** Ends the session of this token. Returns its user's ID, if there was a session. */
export async function endSession(db: AppDatabase, token: string): Promise<string | undefined> {
  const ended = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', sessionId(token))
    .returning('user_id')
    .executeTakeFirst();
  return ended?.user_id;
}

/** The public ID of a session, which does not reveal the token: its SHA-256 in hexadecimal. */
export const sessionId = (token: string) => sha256(token);

const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** The browser of this `User-Agent` as a user would name it: "Firefox no Windows". Null if nothing in it is known. */
export function deviceOf(userAgent: string | undefined): string | null {
  const nameIn = (known: readonly (readonly [name: string, sign: RegExp])[]) =>
    known.find(([, sign]) => sign.test(userAgent ?? ''))?.[0];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  if (browser === undefined || system === undefined) return browser ?? system ?? null;
  return `${browser} no ${system}`;
}
