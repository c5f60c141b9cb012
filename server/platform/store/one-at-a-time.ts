import { sql } from 'kysely';
import { Admission } from '../admission.ts';
import { AppError } from '../errors.ts';
import type { Store } from './store.ts';

/** Each lock holds one of the pool's ten connections while its work runs, and the work needs others. */
const locks = {
  atOnce: 4,
  waiting: 1_000,
  refusal: () =>
    new AppError('busy', 503, 'O sistema está ocupado. Tente de novo em instantes.', {
      retryAfterSeconds: 5,
    }),
};
const lockers = new WeakMap<Store, Admission>();
const lines = new WeakMap<Store, Map<string, Promise<unknown>>>();

/**
 * Runs the work while no other process on the same app database runs work of this name. On PostgreSQL the name is an
 * advisory lock, which is released if the process dies. SQLite serves one process, where a queue in memory is enough.
 * The work must not call this function with another name.
 */
export async function oneAtATime<Result>(
  store: Store,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const named = lines.get(store) ?? new Map<string, Promise<unknown>>();
  lines.set(store, named);
  // Queues within the process first: for each name, at most one connection waits for other processes, and the work
  // finds free connections.
  const before = named.get(name) ?? Promise.resolve();
  const turn = before.then(() =>
    store.dialect === 'postgres' ? locked(store, name, work) : work(),
  );
  const settled = turn.then(
    () => undefined,
    () => undefined,
  );
  named.set(name, settled);
  try {
    return await turn;
  } finally {
    if (named.get(name) === settled) named.delete(name);
  }
}

function locked<Result>(store: Store, name: string, work: () => Promise<Result>): Promise<Result> {
  const locker = lockers.get(store) ?? new Admission(locks);
  lockers.set(store, locker);
  return locker.run(() => lock(store, name, work));
}

function lock<Result>({ db }: Store, name: string, work: () => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`caged ${name}`}, 0))`.execute(
      transaction,
    );
    return work();
  });
}
