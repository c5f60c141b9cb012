import { sql } from 'kysely';
import { busy } from '../errors.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import type { Store } from './store.ts';

interface Locks {
  /** A lock of PostgreSQL holds one of the pool's ten connections while its work runs, and the work needs others. */
  readonly connections: ConcurrencyLimit;
  readonly byName: Map<string, { readonly limit: ConcurrencyLimit; users: number }>;
}

const locks = new WeakMap<Store, Locks>();

/**
 * Runs the work while no other process on the same app database runs work of this name. On PostgreSQL the name is an
 * advisory lock, which is released if the process dies. SQLite serves one process, where a queue in memory is enough.
 * The work must not call this function with another name.
 */
export async function withLock<Result>(
  store: Store,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { connections, byName } = locksOf(store);
  const lock = byName.get(name) ?? { limit: new ConcurrencyLimit({ slots: 1 }), users: 0 };
  byName.set(name, lock);
  lock.users += 1;
  try {
    // The queue of the process comes first, so that for each name at most one connection waits for other processes.
    return await lock.limit.run(() =>
      store.dialect === 'postgres'
        ? connections.run(() => withAdvisoryLock(store, name, work))
        : work(),
    );
  } finally {
    lock.users -= 1;
    if (lock.users === 0) byName.delete(name);
  }
}

function locksOf(store: Store): Locks {
  const known = locks.get(store);
  if (known !== undefined) return known;
  const connections = new ConcurrencyLimit({ slots: 4, queue: { size: 1_000, refusal: busy } });
  const created: Locks = { connections, byName: new Map() };
  locks.set(store, created);
  return created;
}

function withAdvisoryLock<Result>(
  { db }: Store,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    // Other work of this name may take long; the limit is for locks on tables and rows.
    await sql`set local lock_timeout = 0`.execute(transaction);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`caged ${name}`}, 0))`.execute(
      transaction,
    );
    return work();
  });
}
