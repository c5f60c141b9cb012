import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { timedWarehouse } from '../../platform/observability/timed-warehouse.ts';
import { noteImport } from '../../reference/imported-references.ts';
import { useImportedMinimumWages } from '../../reference/minimum-wage.ts';
import { importMinimumWages } from '../settings/figure-tables.ts';
import { countProfile } from './profile.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(async () => {
  useImportedMinimumWages([]);
  await installation.close();
});

/** Two admissions at 1,500 reais, counted while the minimum wage becomes 3,000 reais. */
async function countedDuring(importWage: (value: number) => Promise<unknown>) {
  const own = { month: '202610', declared_month: '202610', salary: '1500,00' };
  const { files } = await installation.load(
    await officialFile('CAGEDMOV202610.txt', 'MOV', [own, own]),
  );
  const { store, warehouse } = installation;
  await importedHere(1000);
  let isImported = false;
  const plain = timedWarehouse(warehouse, () => undefined);
  const importing: typeof warehouse = {
    ...plain,
    async rows(...query) {
      const rows = await plain.rows<never>(...query);
      if (query[0].text.includes('as level_sum') && !isImported) {
        isImported = true;
        await importWage(3000);
      }
      return rows;
    },
  };
  const { shape } = await countProfile(
    { store, warehouse: importing },
    { kind: 'MOV', batch: files[0]?.batch ?? 0 },
  );
  expect(isImported).toBe(true);
  return shape.level;
}

const importedHere = (value: number) =>
  importMinimumWages(
    { db: installation.store.db, clock: () => new Date() },
    { userId: null, address: null },
    { periods: [{ from: '202609', value, source: 'Decreto' }] },
  );

/** Changes only the rows, as an import in another process does. */
async function importedElsewhere(value: number): Promise<void> {
  const { db } = installation.store;
  await noteImport(db, 'minimum_wage', new Date());
  await db
    .updateTable('imported_minimum_wages')
    .set({ centavos: value * 100 })
    .where('from_month', '=', '202609')
    .execute();
}

test.each([
  ['this process', importedHere],
  ['another process', importedElsewhere],
])('a profile counted while %s imports a minimum wage is of the new one', async (_, importWage) => {
  // Both salaries are half of the new minimum wage.
  expect(await countedDuring(importWage)).toMatchObject({
    lines: 2,
    sum: expect.closeTo(2 * Math.log(0.5), 9),
  });
});
