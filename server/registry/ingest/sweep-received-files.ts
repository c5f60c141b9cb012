import { dayMs } from '../../../shared/codes/months.ts';
import { fetchedCopies } from '../../platform/files/shared-files.ts';
import type { Store } from '../../platform/store/store.ts';
import { receivedFiles, receivedFolder, type Receiving } from './uploads.ts';

/** Number of days for which a failed load can be retried from the uploaded files. */
const receivedFilesDays = 7;

/**
 * Removes the received files of loads that ended long ago, and folders that belong to no load, which remain when a
 * process dies while it receives files. Loads that are queued, run or await approval retain their files. Also removes
 * local copies of a bucket's files that a process left when it died while reading them.
 */
export async function sweepReceivedFiles({
  store,
  clock,
  files,
}: Receiving): Promise<{ readonly receivedFolders: number }> {
  const now = clock().getTime();
  const rows = await retainedFiles(store, clock).select('upload_files.path').execute();
  const needed = new Set(rows.map(({ path }) => receivedFolder(path, files)));
  let receivedFolders = 0;
  for (const { name, changedAt } of await files.list(receivedFiles)) {
    // A folder less than a day old may belong to files that are still arriving.
    if (needed.has(name) || changedAt.getTime() > now - dayMs) continue;
    await files.remove(`${receivedFiles}/${name}`);
    receivedFolders += 1;
  }
  for (const { name, changedAt } of await files.list(fetchedCopies)) {
    if (changedAt.getTime() < now - dayMs) await files.remove(`${fetchedCopies}/${name}`);
  }
  return { receivedFolders };
}

/** The files of loads that have not ended, or ended less than `receivedFilesDays` ago. */
export function retainedFiles({ db }: Store, clock: () => Date) {
  const endedBefore = new Date(clock().getTime() - receivedFilesDays * dayMs).toISOString();
  return db
    .selectFrom('upload_files')
    .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
    .where((where) =>
      where.or([
        where('uploads.finished_at', 'is', null),
        where('uploads.finished_at', '>', endedBefore),
      ]),
    );
}
