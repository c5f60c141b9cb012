import type { SharedFiles } from '../../platform/files/shared-files.ts';
import type { Store } from '../../platform/store/store.ts';
import { sharedDocument, documents } from './manage-reports.ts';

export interface SweptReports {
  readonly store: Store;
  readonly clock: () => Date;
  readonly files: SharedFiles;
}

/** Days after its expiry until a report is deleted; docs/retention.md states why. */
export const expiredReportDays = 30;

const dayMs = 86_400_000;

/**
 * Removes the documents of expired reports, the rows of reports that expired `expiredReportDays` ago, and files without
 * a report, which a deleted report, a deleted person or a dead process left behind. It may run at any time.
 */
export async function sweepReports({
  store: { db },
  clock,
  files,
}: SweptReports): Promise<{ readonly reports: number; readonly documents: number }> {
  const now = clock();
  const longAgo = new Date(now.getTime() - expiredReportDays * dayMs);
  await db
    .updateTable('reports')
    .set({ file: null, description: null })
    .where('expires_at', '<=', now.toISOString())
    .where('status', '!=', 'GENERATING')
    .where('file', 'is not', null)
    .execute();
  const removed = await db
    .deleteFrom('reports')
    .where('expires_at', '<=', longAgo.toISOString())
    .where('status', '!=', 'GENERATING')
    .executeTakeFirst();
  return {
    reports: Number(removed.numDeletedRows),
    documents: await removeOrphans({ db }, files),
  };
}

// Lists the folder before the rows, so that a document finished in between is known by its row.
async function removeOrphans({ db }: Pick<Store, 'db'>, files: SharedFiles): Promise<number> {
  const found = await files.list(documents);
  const rows = await db.selectFrom('reports').select(['id', 'status', 'file']).execute();
  const kept = new Set(rows.map(({ file }) => file));
  const beingMade = rows.filter(({ status }) => status === 'GENERATING').map(({ id }) => id);
  const orphans = found.filter(
    ({ name }) => !kept.has(name) && !beingMade.some((id) => name.startsWith(`${id}-`)),
  );
  for (const { name } of orphans) await files.remove(sharedDocument(name));
  return orphans.length;
}
