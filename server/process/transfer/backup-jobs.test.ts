import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { emptyWarehouse } from '../../../tests/support/empty-warehouse.ts';
import { folderFiles } from '../../platform/files/folder-files.ts';
import { migrate } from '../../platform/store/migrate.ts';
import { openStore } from '../../platform/store/store.ts';
import { backupRunner, findBackup, queueBackup } from './backup-jobs.ts';
import { BackupSeal } from './manifest.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'caged-backup-jobs-'));
const storeOptions = { databaseUrl: undefined, dataDir };
const store = await openStore(storeOptions);
afterAll(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

const clock = () => new Date();
test('a backup that is cancelled while the server stops is not made after the next start', async () => {
  await migrate(store);
  await store.db.insertInto('installation').values({ id: 1, name: randomUUID() }).execute();
  const folder = join(dataDir, 'backup');
  const id = await queueBackup(store, folder, clock);
  const ended = Promise.withResolvers<void>();
  // Both signals reach the machine's processes while the backup counts the lines.
  const rows = async () => {
    await store.db.updateTable('backups').set({ status: 'FAILED', message: 'cancelled' }).execute();
    ended.resolve(runner.stop());
    return [];
  };
  const warehouse = { ...emptyWarehouse, rows };
  const seal = new BackupSeal(Buffer.alloc(32));
  const files = folderFiles(dataDir);
  const runner = backupRunner(
    { store, storeOptions, warehouse, files, seal, clock },
    pino({ level: 'silent' }),
  );
  runner.start();
  await ended.promise;
  expect(await findBackup(store, id)).toMatchObject({ status: 'FAILED', message: 'cancelled' });
  expect(existsSync(folder)).toBe(false);
});
