import type { ReleaseEntry, ReleasesPage } from '../../../shared/contracts/release.ts';
import type { Store } from '../../platform/store/store.ts';
import { countOf, pageOf } from '../../platform/store/pages.ts';

/** A page of all releases, newest first: who published what and when, and each time that a release was restored. */
export async function releasesPage(
  store: Store,
  shown: { readonly page: number; readonly pageSize: number },
): Promise<ReleasesPage> {
  const total = await countOf(store.db.selectFrom('releases'));
  const releases = await pageOf(allReleases(store), shown).execute();
  if (releases.length === 0) return { total, releases: [] };
  const current = await store.db.selectFrom('current_release').select('release').executeTakeFirst();
  const numbers = releases.map(({ number }) => number);
  const [files, counts, restorations] = await Promise.all([
    publishedFiles(
      store,
      releases.map(({ upload_id }) => upload_id),
    ),
    fileCounts(store, numbers),
    restorationsOf(store, numbers),
  ]);
  return {
    total,
    releases: releases.map((release): ReleaseEntry => {
      const isCurrent = release.number === current?.release;
      return {
        number: release.number,
        publishedAt: release.published_at,
        isSynthetic: release.is_synthetic === 1,
        isCurrent,
        canRestore: !isCurrent && release.removed_at === null,
        removedAt: release.removed_at,
        uploadId: release.upload_id,
        publishedBy: personName(release),
        base: release.base,
        fileCount: counts.get(release.number) ?? 0,
        newFiles: files.filter(({ uploadId }) => uploadId === release.upload_id),
        restorations: restorations
          .filter(({ to_release }) => to_release === release.number)
          .map((change) => ({
            at: change.at,
            by: personName(change),
            reason: change.reason,
            from: change.from_release,
          })),
      };
    }),
  };
}

const personName = (row: { first_name: string | null; last_name: string | null }) =>
  row.first_name === null ? null : `${row.first_name} ${row.last_name ?? ''}`.trim();

const allReleases = ({ db }: Store) =>
  db
    .selectFrom('releases')
    .innerJoin('uploads', 'uploads.id', 'releases.upload_id')
    .leftJoin('users', 'users.id', 'uploads.created_by')
    .selectAll('releases')
    .select(['users.first_name', 'users.last_name'])
    .orderBy('releases.number', 'desc');

async function publishedFiles({ db }: Store, uploadIds: readonly string[]) {
  const rows = await db
    .selectFrom('upload_files')
    .select(['kind', 'month', 'name', 'sha256', 'upload_id as uploadId'])
    .where('upload_id', 'in', uploadIds)
    .where('outcome', '=', 'PUBLISHED')
    .orderBy('month')
    .orderBy('batch')
    .execute();
  return rows.flatMap(({ kind, month, ...file }) =>
    kind === null || month === null ? [] : [{ kind, month, ...file }],
  );
}

async function fileCounts({ db }: Store, numbers: readonly number[]) {
  const rows = await db
    .selectFrom('release_files')
    .select(({ fn }) => ['release', fn.countAll<number>().as('count')])
    .where('release', 'in', numbers)
    .groupBy('release')
    .execute();
  return new Map(rows.map(({ release, count }) => [release, count]));
}

const restorationsOf = ({ db }: Store, numbers: readonly number[]) =>
  db
    .selectFrom('release_changes')
    .leftJoin('users', 'users.id', 'release_changes.user_id')
    .select(['at', 'from_release', 'to_release', 'reason', 'users.first_name', 'users.last_name'])
    .where('to_release', 'in', numbers)
    .orderBy('at', 'desc')
    .execute();
