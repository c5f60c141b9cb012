import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { folderFiles } from '../../platform/files/folder-files.ts';
import { migrate } from '../../platform/store/migrate.ts';
import { openStore } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
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
const refuse = () => Promise.reject(new Error('The warehouse is empty.'));
const unused: Warehouse = {
  rows: refuse,
  stream: () => Readable.from([]),
  bytes: () => Readable.from([]),
  run: refuse,
  load: refuse,
  ping: refuse,
  hasDamage: () => false,
  close: refuse,
};

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
  const warehouse: Warehouse = { ...unused, rows };
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
