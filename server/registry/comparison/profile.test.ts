import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { timedWarehouse } from '../../platform/observability/timed-warehouse.ts';
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

test('a profile counted while a minimum wage is imported is of the new one', async () => {
  const own = { month: '202610', declared_month: '202610', salary: '1500,00' };
  const { files } = await installation.load(
    await officialFile('CAGEDMOV202610.txt', 'MOV', [own, own]),
  );
  const { store, warehouse } = installation;
  const importWage = (value: number) =>
    importMinimumWages(
      { db: store.db, clock: () => new Date() },
      { userId: null, address: null },
      { periods: [{ from: '202609', value, source: 'Decreto' }] },
    );
  await importWage(1000);
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
  // Both salaries are half of the new minimum wage.
  expect(shape.level).toMatchObject({ lines: 2, sum: expect.closeTo(2 * Math.log(0.5), 9) });
});
