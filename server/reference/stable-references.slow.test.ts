import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/fresh-database.ts';
import { importMinimumWages } from '../registry/settings/figure-tables.ts';
import { migrate } from '../platform/store/migrate.ts';
import { openStore, type Store } from '../platform/store/store.ts';
import { withStableReferences } from './imported-references.ts';
import { minimumWageCentavos, useImportedMinimumWages } from './minimum-wage.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore({ databaseUrl: await freshDatabase(), dataDir: '' });
  await migrate(store);
});
afterAll(() => store.close());

const actor = { userId: null, address: null };
const importWage = (value: number) =>
  importMinimumWages({ db: store.db, clock: () => new Date() }, actor, {
    periods: [{ from: '203001', value, source: 'Decreto' }],
  });
const wage = () => minimumWageCentavos('203001');

test('an answer is of the newest tables, though another process imported them', async () => {
  await importWage(5000);
  // As in a process that has not loaded the import: the tables in force are not the imported ones.
  const value = wage();
  await store.db
    .updateTable('imported_minimum_wages')
    .set({ centavos: 600_000 })
    .where('from_month', '=', '203001')
    .execute();
  await store.db
    .updateTable('reference_imports')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .execute();
  expect(value).toBe(500_000);
  expect(await withStableReferences(store.db, async () => wage())).toBe(600_000);
});

test('an answer that an import interrupts is rebuilt, of one table from beginning to end', async () => {
  let isImported = false;
  const answer = await withStableReferences(store.db, async () => {
    const before = wage();
    if (!isImported) {
      isImported = true;
      await importWage(7000);
    }
    return [before, wage()];
  });
  expect(answer).toEqual([700_000, 700_000]);
  useImportedMinimumWages([]);
});
