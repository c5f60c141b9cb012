import type { UploadsPage, UploadsQuery } from '../../../shared/contracts/uploads.ts';
import type { Store } from '../../platform/store/store.ts';
import { countOf, pageOf } from '../../platform/store/pages.ts';
import { uploadView } from './upload-view.ts';
import { uploadsWithFiles } from './uploads.ts';

/** A page of the uploads, newest first. */
export async function uploadsPage(
  store: Store,
  { page, pageSize, status }: UploadsQuery,
  now: Date,
): Promise<UploadsPage> {
  let chosen = store.db.selectFrom('uploads');
  if (status !== undefined) chosen = chosen.where('status', '=', status);
  const total = await countOf(chosen);
  const ordered = chosen.select('id').orderBy('created_at', 'desc').orderBy('id');
  const ids = await pageOf(ordered, { page, pageSize }).execute();
  const uploads = await uploadsWithFiles(
    store,
    ids.map(({ id }) => id),
  );
  return { uploads: uploads.map((upload) => uploadView(upload, now)), total, page, pageSize };
}

/**
 * The IDs of the uploads that are queued, under way or await approval, and of those that have ended since a time. At
 * most 500.
 */
export async function activeUploadIds({ db }: Store, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where((where) =>
      where.or([
        where('status', 'in', ['PENDING', 'PROCESSING', 'AWAITING_APPROVAL']),
        where('finished_at', '>=', since.toISOString()),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}
