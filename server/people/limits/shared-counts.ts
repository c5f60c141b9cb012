import { isPostgres } from '../../platform/store/dialects.ts';
import type { Row } from '../../platform/store/schema.ts';
import { inSlices, sliceRows } from '../../platform/store/slices.ts';
import type { Store } from '../../platform/store/store.ts';

export type CountStore = Pick<Store, 'db'>;

export interface Counted {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Returns the next count, or the milliseconds to wait. `counted` is undefined for a key without a recent count. */
export type Rule = (counted: Counted | undefined, now: number) => Counted | number;

export interface RuledKey {
  /** Hashed, so that rows contain neither e-mail addresses nor IP addresses. */
  readonly key: string;
  readonly rule: Rule;
}

const rememberedMs = 60 * 60_000;

/** Counts for rate limits and lockouts, stored in rows that all processes share. */
export class SharedCounts {
  readonly #store: CountStore;
  readonly #clock: () => Date;

  constructor(store: CountStore, clock: () => Date) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Counts one more for every key and returns 0, or counts nothing and returns the milliseconds to wait. */
  async count(keys: readonly RuledKey[]): Promise<number> {
    const { db } = this.#store;
    // Sorted by key, so that two calls with the same keys never deadlock.
    const ordered = keys.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    // A caller that must wait gets its result without locking any row.
    const early = waitOf(this.#ruled(ordered, await this.#rowsOf(keys.map(({ key }) => key))));
    if (early > 0) return early;
    return db.transaction().execute(async (transaction) => {
      const at = this.#clock().toISOString();
      // Locks the rows, whatever their age: of two concurrent calls, the second sees the first one's count.
      const rows = await transaction
        .insertInto('attempts')
        .values(ordered.map(({ key }) => ({ key, count: 0, last_at: at, blocked_until: at })))
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((set) => ({ key: set.ref('excluded.key') })),
        )
        .returningAll()
        .execute();
      const ruled = this.#ruled(ordered, rows);
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

  /** The count of a key in the last hour. */
  async countOf(key: string): Promise<number> {
    return this.#recent(await this.#rowsOf([key])).get(key)?.count ?? 0;
  }

  /** Takes one off the counts of these keys and ends their waits. */
  async takeBack(keys: readonly string[]): Promise<void> {
    await this.#store.db
      .updateTable('attempts')
      .set(({ eb }) => ({ count: eb('count', '-', 1), blocked_until: this.#clock().toISOString() }))
      .where('key', 'in', keys)
      .where('count', '>', 0)
      .execute();
  }

  async delete(keys: readonly string[]): Promise<void> {
    await this.#store.db.deleteFrom('attempts').where('key', 'in', keys).execute();
  }

  /** The current result of each key's rule. */
  #ruled(keys: readonly RuledKey[], rows: readonly Row<'attempts'>[]) {
    const now = this.#clock().getTime();
    const counted = this.#recent(rows);
    return keys.map(({ key, rule }) => [key, rule(counted.get(key), now)] as const);
  }

  #rowsOf(keys: readonly string[]): Promise<Row<'attempts'>[]> {
    return this.#store.db.selectFrom('attempts').selectAll().where('key', 'in', keys).execute();
  }

  #recent(rows: readonly Row<'attempts'>[]): Map<string, Counted> {
    const since = startOfMemory(this.#clock());
    const recent = rows.filter(({ last_at }) => last_at > since);
    return new Map(
      recent.map(({ key, count, blocked_until }) => [
        key,
        { count, until: Date.parse(blocked_until) },
      ]),
    );
  }
}

const startOfMemory = (now: Date) => new Date(now.getTime() - rememberedMs).toISOString();

const waitOf = (ruled: readonly (readonly [string, Counted | number])[]) =>
  Math.max(0, ...ruled.map(([, next]) => (typeof next === 'number' ? next : 0)));

/** Deletes counts older than an hour. */
export async function sweepAttempts(
  { db }: CountStore,
  clock: () => Date,
): Promise<{ readonly attempts: number }> {
  // On PostgreSQL, waiting for a row that an attempt has locked could deadlock with it.
  const old = db
    .selectFrom('attempts')
    .select('key')
    .where('last_at', '<=', startOfMemory(clock()))
    .limit(sliceRows)
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked());
  const attempts = await inSlices(db.deleteFrom('attempts').where('key', 'in', old));
  return { attempts };
}
