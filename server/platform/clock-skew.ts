import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The largest difference between the clocks of two processes that counts as right. */
export const maxSkewMs = 60_000;

/**
 * The latest end, ISO 8601, of what lasts this long and began by now. What ends later began while a clock was ahead, and
 * would last that much longer.
 */
export const latestEnd = (now: Date, lastsMs: number): string =>
  new Date(now.getTime() + lastsMs + maxSkewMs).toISOString();

/** The condition that a row with `expires_at` is over: expired, or begun by a process whose clock was ahead. */
export const isOver = (now: Date, lastsMs: number): RawBuilder<SqlBool> =>
  sql`(expires_at <= ${now.toISOString()} or expires_at > ${latestEnd(now, lastsMs)})`;
