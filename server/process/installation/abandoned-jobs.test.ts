import { expect, test } from 'vitest';
import { testStores } from '../../../tests/support/stores.ts';
import { uploadLocks } from '../../registry/resumable/upload-locks.ts';
import { queueBackup } from '../transfer/backup-jobs.ts';
import { freeAbandonedJobs } from './installation.ts';

const [sqlite] = testStores();
const clock = () => new Date();
const ahead = () => new Date(Date.now() + 40 * 86_400_000);

test('a start releases the claims of a process that died while its clock was ahead', async () => {
  const store = await sqlite.open();
  const { db } = store;
  await queueBackup(store, '/backup', ahead);
  await db
    .updateTable('backups')
    .set({ status: 'RUNNING', worker: 'gone', lease_until: ahead().toISOString() })
    .execute();
  const held = { id: 'a', holder: 'gone', held_until: ahead().toISOString() };
  await db.insertInto('held_uploads').values(held).execute();

  await freeAbandonedJobs(store);
  expect(await db.selectFrom('backups').select('lease_until').execute()).toEqual([
    { lease_until: null },
  ]);
  const lock = uploadLocks(store, clock).newLock('a');
  await lock.lock(AbortSignal.abort(), () => undefined);
  await lock.unlock();
});
