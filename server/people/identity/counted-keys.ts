import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';

export type AttemptStore = Pick<Store, 'db' | 'dialect'>;

/** The count of a key in the last hour. */
export interface Counted {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Returns the next count, or the milliseconds to wait. `counted` is undefined for a key without a recent count. */
export type Rule = (counted: Counted | undefined, now: number) => Counted | number;

export interface RuledKey {
  readonly key: string;
  readonly rule: Rule;
}

const forgottenAfterMs = 60 * 60_000;

/** A hashed key, so that rows contain neither e-mail addresses nor IP addresses. */
export const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Counts for throttling, stored in rows that all processes share. */
export class CountedKeys {
  readonly #store: AttemptStore;
  readonly #clock: () => Date;

  constructor(store: AttemptStore, clock: () => Date) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Counts one more for every key and returns 0, or counts nothing and returns the milliseconds to wait. */
  async count(keys: readonly RuledKey[]): Promise<number> {
    const { db } = this.#store;
    // Sorted by key, so that two calls with the same keys never deadlock.
    const ordered = keys.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    // A caller that must wait gets its result without locking any row.
    const early = waitOf(await this.#ruled(db, ordered));
    if (early > 0) return early;
    return db.transaction().execute(async (transaction) => {
      const at = this.#clock().toISOString();
      await transaction
        .insertInto('attempts')
        .values(ordered.map(({ key }) => ({ key, count: 0, last_at: at, blocked_until: at })))
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
      // Of two concurrent calls, the second sees the first one's count.
      const ruled = await this.#ruled(transaction, ordered);
      const wait = waitOf(ruled);
      if (wait > 0) return wait;
      for (const [key, next] of ruled) {
        if (typeof next === 'number') continue;
        const blocked_until = new Date(next.until).toISOString();
        await transaction
          .updateTable('attempts')
          .set({ count: next.count, last_at: at, blocked_until })
          .where('key', '=', key)
          .execute();
      }
      return 0;
    });
  }

  /** How often a key was counted in the last hour. */
  async countOf(key: string): Promise<number> {
    const recent = new Date(this.#clock().getTime() - forgottenAfterMs).toISOString();
    const row = await this.#store.db
      .selectFrom('attempts')
      .select('count')
      .where('key', '=', key)
      .where('last_at', '>', recent)
      .executeTakeFirst();
    return row?.count ?? 0;
  }

  /** The current result of each key's rule. Within a PostgreSQL transaction the rows are locked. */
  async #ruled(db: Kysely<Database>, keys: readonly RuledKey[]) {
    const now = this.#clock().getTime();
    const rows = await db
      .selectFrom('attempts')
      .selectAll()
      .where(
        'key',
        'in',
        keys.map(({ key }) => key),
      )
      .orderBy('key')
      .$if(db.isTransaction && this.#store.dialect === 'postgres', (query) => query.forUpdate())
      .execute();
    const recent = new Date(now - forgottenAfterMs).toISOString();
    const counted = new Map(
      rows
        .filter(({ last_at }) => last_at > recent)
        .map(({ key, count, blocked_until }) => [key, { count, until: Date.parse(blocked_until) }]),
    );
    return keys.map(({ key, rule }) => [key, rule(counted.get(key), now)] as const);
  }
}

const waitOf = (ruled: readonly (readonly [string, Counted | number])[]) =>
  Math.max(0, ...ruled.map(([, next]) => (typeof next === 'number' ? next : 0)));

/** Deletes counts older than an hour. */
export async function sweepAttempts(
  { db }: AttemptStore,
  clock: () => Date,
): Promise<{ readonly attempts: number }> {
  const before = new Date(clock().getTime() - forgottenAfterMs).toISOString();
  const { numDeletedRows } = await db
    .deleteFrom('attempts')
    .where('last_at', '<=', before)
    .executeTakeFirst();
  return { attempts: Number(numDeletedRows) };
}
