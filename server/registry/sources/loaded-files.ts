import type { Store } from '../../platform/store/store.ts';
import type { LoadedFile } from './news.ts';
import type { Downloaded, SourceFile } from './source.ts';

/**
 * Records that a file of the source with this label was loaded, as the source described it in its listing, so that a
 * later listing shows whether it changed. Call this when the load is published.
 */
export async function rememberLoaded(
  { db }: Store,
  source: string,
  file: SourceFile,
  { sha256 }: Pick<Downloaded, 'sha256'>,
  clock: () => Date,
): Promise<void> {
  const told = {
    name: file.name,
    bytes: file.bytes,
    modified_at: file.modifiedAt,
    hash: file.hash,
    sha256,
    loaded_at: clock().toISOString(),
  };
  await db
    .insertInto('source_files')
    .values({ source, kind: file.kind, month: file.month, ...told })
    .onConflict((conflict) => conflict.columns(['source', 'kind', 'month']).doUpdateSet(told))
    .execute();
}

/**
 * The loaded files, as the source with this label described them. A published file that was loaded another way has only
 * its name and size; demonstration data does not count. Files that an administrator rolled back stay recorded, so that
 * they are not offered as new.
 */
export async function loadedFromSource({ db }: Store, source: string): Promise<LoadedFile[]> {
  const remembered = await db
    .selectFrom('source_files')
    .select(['kind', 'month', 'name', 'bytes', 'modified_at as modifiedAt', 'hash'])
    .where('source', '=', source)
    .execute();
  const published = await db
    .selectFrom('current_release')
    .innerJoin('releases', 'releases.number', 'current_release.release')
    .innerJoin('release_files', 'release_files.release', 'releases.number')
    .innerJoin('upload_files', 'upload_files.batch', 'release_files.batch')
    .select([
      'release_files.kind',
      'release_files.month',
      'upload_files.name',
      'upload_files.bytes',
    ])
    .where('releases.is_synthetic', '=', 0)
    .execute();
  const known = new Set(remembered.map(({ kind, month }) => kind + month));
  const others = published
    .filter(({ kind, month }) => !known.has(kind + month))
    .map((file) => ({ ...file, modifiedAt: null, hash: null }));
  return [...remembered, ...others];
}
