import { setImmediate as turn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { AppDatabase, Database } from './schema.ts';
import { StoreError } from './store-error.ts';

type Waiting<Item, Result> = PromiseWithResolvers<Result> & { readonly item: Item };

/** Writes one item in a transaction that may also write other items. */
type Write<Item, Result> = (transaction: Transaction<Database>, item: Item) => Promise<Result>;

/** Maximum size of a group, since a group blocks the event loop until it is written. */
const maxGroupSize = 32;

/**
 * Writes items that arrive in one turn of the event loop in one transaction, since SQLite waits for the disk at the end
 * of each transaction. An item resolves when it is on the disk. If a group fails, each item is written separately,
 * unless the failure is transient: then all items reject.
 */
export function groupedWrites<Item, Result>(
  db: AppDatabase,
  write: Write<Item, Result>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  const writeAll = async () => {
    await turn();
    const all = waiting;
    waiting = [];
    for (let begin = 0; begin < all.length; begin += maxGroupSize) {
      if (begin > 0) await turn();
      await writeTogether(db, write, all.slice(begin, begin + maxGroupSize));
    }
  };
  return (item) => {
    const result = Promise.withResolvers<Result>();
    waiting.push({ item, ...result });
    if (waiting.length === 1) void writeAll();
    return result.promise;
  };
}

async function writeTogether<Item, Result>(
  db: AppDatabase,
  write: Write<Item, Result>,
  group: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const written = await db.transaction().execute(async (transaction) => {
      const answers: (() => void)[] = [];
      for (const { item, resolve } of group) {
        const result = await write(transaction, item);
        answers.push(() => resolve(result));
      }
      return answers;
    });
    for (const answer of written) answer();
  } catch (error) {
    // Separate writes would wait for the same lock.
    if (group.length === 1 || error instanceof StoreError) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const one of group) {
      // Each write waits for the disk, so other work of the event loop runs in between.
      await turn();
      await writeTogether(db, write, [one]);
    }
  }
}
