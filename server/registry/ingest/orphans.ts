import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { storedBatches } from '../../platform/warehouse/cluster/whole-batches.ts';
import { deleteRows } from '../../platform/warehouse/delete-rows.ts';
import { discardRows } from './stage-file.ts';
import { retainedFiles } from './sweep-received-files.ts';

/**
 * Deletes rows that no release lists and no upload will publish: what a cancelled or failed load left, and what
 * belonged to releases that retention removed. Rows that await approval stay, and rejected lines stay as long as the
 * received files, so that an administrator can read why a file was refused. Only the holder of the claim on the next
 * upload may call this, because a load in progress has such rows too.
 */
export async function sweepOrphans(
  store: Store,
  warehouse: Warehouse,
  clock: () => Date,
): Promise<void> {
  // A backup reads batches that a release listed when the backup began.
  if (await isBackupRunning(store, clock)) return;
  const [files, months, unfinished, stored] = await Promise.all([
    store.db.selectFrom('release_files').select('batch').distinct().execute(),
    store.db
      .selectFrom('release_months')
      .select('cancellation_batch as batch')
      .distinct()
      .where('cancellation_batch', 'is not', null)
      .execute(),
    store.db
      .selectFrom('upload_files')
      .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
      .select('batch')
      .where('uploads.status', 'in', ['PENDING', 'PROCESSING', 'AWAITING_APPROVAL'])
      .execute(),
    storedBatches(warehouse),
  ]);
  const usedBatches = new Set([...files, ...months, ...unfinished].map(({ batch }) => batch));
  for (const batch of stored) {
    if (!usedBatches.has(batch)) await discardRows(warehouse, batch);
  }
  const [recent, rejected] = await Promise.all([
    retainedFiles(store, clock).select('batch').execute(),
    storedBatches(warehouse, [{ name: 'rejections' }]),
  ]);
  const needed = new Set([...files, ...recent].map(({ batch }) => batch));
  const batches = [...rejected].filter((batch) => !needed.has(batch));
  if (batches.length === 0) return;
  const condition = { text: 'batch in {batches:Array(UInt32)}', params: { batches } };
  await deleteRows(warehouse, 'rejections', condition, { timeoutMs: 60 * 60 * 1000 });
}

/** Whether any process is making a backup now. */
async function isBackupRunning({ db }: Pick<Store, 'db'>, clock: () => Date): Promise<boolean> {
  const running = await db
    .selectFrom('backups')
    .select('id')
    .where('status', '=', 'RUNNING')
    .where('lease_until', '>', clock().toISOString())
    .executeTakeFirst();
  return running !== undefined;
}
