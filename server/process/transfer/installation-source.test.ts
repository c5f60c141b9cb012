import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyWarehouse } from '../../../tests/support/empty-warehouse.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { migrate } from '../../platform/store/migrate.ts';
import { openStore, type StoreOptions } from '../../platform/store/store.ts';
import { leftOutOfBackups } from './app-rows.ts';
import { readInstallation } from './installation-source.ts';

const readingOf = (store: StoreOptions) => ({
  store,
  warehouse: emptyWarehouse,
  clock: () => new Date(),
  leftOut: leftOutOfBackups,
  files: undefined,
  print: () => undefined,
});

/** A store with the name of an installation, open until the test ends. */
async function namedStore(place: StoreOptions) {
  const store = await openStore(place);
  onTestFinished(() => store.close());
  await migrate(store);
  await store.db.insertInto('installation').values({ id: 1, name: randomUUID() }).execute();
  return store;
}

test.each(testedStores())(
  'a copy has every table, also if another schema comes first in the search path, in $dialect',
  async ({ dialect, options }) => {
    const place = await options();
    const store = await namedStore(place);
    if (dialect === 'postgres')
      await sql`create schema authorization current_user`.execute(store.db);
    const { app } = await readInstallation(readingOf(place), async ({ manifest }) => manifest);
    expect(app.find(({ name }) => name === 'installation')).toMatchObject({ rows: 1 });
  },
);

test.each(testedStores())(
  'a copy is complete whose connection ended after its rows were read, in $dialect',
  async ({ dialect, options }) => {
    const place = await options();
    const store = await namedStore(place);
    const copied = await readInstallation(readingOf(place), async ({ manifest }) => {
      // As a server does that limits the time of idle transactions.
      if (dialect === 'postgres')
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`.execute(store.db);
      return manifest.app.length;
    });
    expect(copied).toBeGreaterThan(20);
  },
);
