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
export function sharedCounts({ db }: CountStore, clock: () => Date) {
  const rowsOf = (keys: readonly string[]): Promise<Row<'attempts'>[]> =>
    db.selectFrom('attempts').selectAll().where('key', 'in', keys).execute();

  const recentOf = (rows: readonly Row<'attempts'>[]): Map<string, Counted> => {
    const since = startOfMemory(clock());
    const recent = rows.filter(({ last_at }) => last_at > since);
    return new Map(
      recent.map(({ key, count, blocked_until }) => [
        key,
        { count, until: Date.parse(blocked_until) },
      ]),
    );
  };

  /** The current result of each key's rule. */
  const ruledBy = (keys: readonly RuledKey[], rows: readonly Row<'attempts'>[]) => {
    const now = clock().getTime();
    const counted = recentOf(rows);
    return keys.map(({ key, rule }) => [key, rule(counted.get(key), now)] as const);
  };

  return {
    /** Counts one more for every key and returns 0, or counts nothing and returns the milliseconds to wait. */
    count: async (keys: readonly RuledKey[]): Promise<number> => {
      // Sorted by key, so that two calls with the same keys never deadlock.
      const ordered = keys.toSorted((a, b) => (a.key < b.key ? -1 : 1));
      // A caller that must wait gets its result without locking any row.
      const early = waitOf(ruledBy(ordered, await rowsOf(keys.map(({ key }) => key))));
      if (early > 0) return early;
      return db.transaction().execute(async (transaction) => {
        const at = clock().toISOString();
        // Locks the rows, whatever their age: of two concurrent calls, the second sees the first one's count.
        const rows = await transaction
          .insertInto('attempts')
          .values(ordered.map(({ key }) => ({ key, count: 0, last_at: at, blocked_until: at })))
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet((set) => ({ key: set.ref('excluded.key') })),
          )
          .returningAll()
          .execute();
        const ruled = ruledBy(ordered, rows);
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
    },

    /** The count of a key in the last hour. */
    countOf: async (key: string): Promise<number> =>
      recentOf(await rowsOf([key])).get(key)?.count ?? 0,

    /** Takes one off the counts of these keys and ends their waits. */
    takeBack: async (keys: readonly string[]): Promise<void> => {
      await db
        .updateTable('attempts')
        .set(({ eb }) => ({ count: eb('count', '-', 1), blocked_until: clock().toISOString() }))
        .where('key', 'in', keys)
        .where('count', '>', 0)
        .execute();
    },

    delete: async (keys: readonly string[]): Promise<void> => {
      await db.deleteFrom('attempts').where('key', 'in', keys).execute();
    },
  };
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
