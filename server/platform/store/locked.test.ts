import { join } from 'node:path';
import { setImmediate as yieldToEventLoop, setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testStores } from '../../../tests/support/stores.ts';
import { groupedWrites } from './grouped-writes.ts';
import { StoreError } from './store-error.ts';
import { openStore, type Store } from './store.ts';

const [{ options }] = testStores();
let store: Store;
let other: BetterSqlite3.Database;
beforeAll(async () => {
  const place = await options();
  store = await openStore(place);
  await sql`create table notes (word text)`.execute(store.db);
  // Plays another program that holds the write lock.
  other = new BetterSqlite3(join(place.dataDir, 'app.sqlite'));
});
afterAll(async () => {
  other.close();
  await store.close();
});

const write = (word: string) => sql`insert into notes values (${word})`.execute(store.db);
const writeInTransaction = (word: string) =>
  store.db
    .transaction()
    .execute((transaction) => sql`insert into notes values (${word})`.execute(transaction));
const words = async () => {
  const { rows } = await sql<{ word: string }>`select word from notes`.execute(store.db);
  return rows.map(({ word }) => word);
};

test('while another program writes, all reads go on, and writes are done after it', async () => {
  other.exec('begin immediate');
  let isDone = false;
  const writes = Promise.all([
    ...['a', 'b'].map(write),
    ...['c', 'd'].map(writeInTransaction),
  ]).then(() => (isDone = true));
  // If the writes blocked the event loop, nothing here would run before their timeout.
  await sleep(100);
  expect(await words()).toEqual([]);
  expect(isDone).toBe(false);
  other.exec('commit');
  await writes;
  expect((await words()).toSorted()).toEqual(['a', 'b', 'c', 'd']);
});

test('many statements at once let other work of the event loop run between them', async () => {
  const slow = sql`
    with recursive numbers(number) as (
      select 1 union all select number + 1 from numbers where number < 30000
    )
    select max(number) from numbers`;
  const over = new AbortController();
  const all = Promise.all(Array.from({ length: 100 }, () => slow.execute(store.db)));
  const ended = all.finally(() => over.abort());
  let turns = 0;
  for (; !over.signal.aborted; turns++) await yieldToEventLoop();
  await ended;
  expect(turns).toBeGreaterThan(10);
});

test('those that wait too long get an error, all of them at about the same time', async () => {
  other.exec('begin immediate');
  const grouped = groupedWrites(store.db, async (transaction, word: string) => {
    await sql`insert into notes values (${word})`.execute(transaction);
  });
  const begun = performance.now();
  const writes = ['e', 'f', 'g'].flatMap((word) => [write(word), writeInTransaction(word)]);
  const all = await Promise.allSettled([...writes, ...['h', 'i', 'j'].map(grouped)]);
  for (const one of all)
    expect(one).toMatchObject({ status: 'rejected', reason: { fault: 'locked' } });
  expect(all[0]).toMatchObject({ reason: expect.any(StoreError) });
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(await words()).toHaveLength(4);
  other.exec('rollback');
  await write('k');
  expect(await words()).toHaveLength(5);
});
