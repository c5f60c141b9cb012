import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';

export type AttemptStore = Pick<Store, 'db' | 'dialect'>;

/** What was counted of a key in the last hour. */
export interface Counted {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Counts one more, or answers so many milliseconds to wait; `undefined` is what was never counted. */
export type Rule = (counted: Counted | undefined, now: number) => Counted | number;

export interface RuledKey {
  readonly key: string;
  readonly rule: Rule;
}

const forgottenAfterMs = 60 * 60_000;

/** A key that tells neither e-mails nor addresses. */
export const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** What is counted so that it is slowed down, in rows: it does not matter which process is asked. */
export class CountedKeys {
  readonly #store: AttemptStore;
  readonly #clock: () => Date;

  constructor(store: AttemptStore, clock: () => Date) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Counts one more for every key, or none and answers the milliseconds to wait; 0 when it was counted. */
  async count(keys: readonly RuledKey[]): Promise<number> {
    const { db } = this.#store;
    // By key, so that two that count the same keys never wait for each other.
    const ordered = keys.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    // Whoever must wait is told so without holding any row.
    const early = waitOf(await this.#ruled(db, ordered));
    if (early > 0) return early;
    return db.transaction().execute(async (transaction) => {
      const at = this.#clock().toISOString();
      await transaction
        .insertInto('attempts')
        .values(ordered.map(({ key }) => ({ key, count: 0, last_at: at, blocked_until: at })))
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
      // Of two at the same moment the second sees what the first counted.
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

  /** What each key's rule says now; within a transaction the rows are held. */
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

/** Forgets what was counted an hour before. */
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
