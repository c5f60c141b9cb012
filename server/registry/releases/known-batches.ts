import type { Store } from '../../platform/store/store.ts';
import type { KnownBatch } from '../../platform/warehouse/cluster/whole-batches.ts';

/** The batches of every stored release, with the number of rows that each must have. */
export async function publishedBatches({ db }: Pick<Store, 'db'>): Promise<KnownBatch[]> {
  const [files, months] = await Promise.all([
    db
      .selectFrom('release_files')
      .innerJoin('upload_files', 'upload_files.batch', 'release_files.batch')
      .select(['upload_files.batch', 'upload_files.accepted as rows'])
      .distinct()
      .execute(),
    db
      .selectFrom('release_months')
      .select(['cancellation_batch as batch', 'cancelled_lines as rows'])
      .distinct()
      .where('cancellation_batch', 'is not', null)
      .execute(),
  ]);
  return [...files, ...months].flatMap(({ batch, rows }) =>
    batch === null || rows === null ? [] : [{ batch, rows }],
  );
}
