import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { freshDatabase } from '../../../tests/support/fresh-database.ts';
import { claimWarehouse } from './reach-warehouse.ts';
import { migrate } from '../../platform/store/migrate.ts';
import { openStore } from '../../platform/store/store.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(async () => installation.close());

test('a warehouse serves the app database that it was begun with, and no other', async () => {
  const { store, warehouse } = installation;
  await claimWarehouse(store, warehouse);
  await claimWarehouse(store, warehouse);
  const other = await openStore({ databaseUrl: await freshDatabase(), dataDir: '' });
  try {
    await migrate(other);
    await expect(claimWarehouse(other, warehouse)).rejects.toThrow('pertence a outra instalação');
  } finally {
    await other.close();
  }
});
