import { releaseRetention } from '../settings/load-settings.ts';
import { readSetting } from '../settings/stored-settings.ts';
import type { Store } from '../../platform/store/store.ts';
import { brasiliaMonth, monthLater } from '../../../shared/codes/months.ts';
import { holdPointer } from './pointer.ts';

/**
 * Removes the releases that the setting no longer retains: their history stays, and their rows are swept before the
 * next load. Sums of the lines of files that no release has any longer are deleted. The current release always stays.
 * Returns the number of removed releases.
 */
export async function removeOldReleases(
  store: Store,
  clock: () => Date,
): Promise<{ readonly releases: number }> {
  const policy = await readSetting(store.db, releaseRetention);
  const now = clock();
  return store.db.transaction().execute(async (transaction) => {
    const current = await holdPointer(transaction);
    const stored = await transaction
      .selectFrom('releases')
      .select(['number', 'published_at'])
      .where('removed_at', 'is', null)
      .orderBy('number', 'desc')
      .execute();
    const newest = stored.slice(0, policy.keepLast).map(({ number }) => number);
    const firstMonth = monthLater(brasiliaMonth(now), 1 - policy.keepMonths);
    const monthly = Map.groupBy(stored, ({ published_at }) =>
      brasiliaMonth(new Date(published_at)),
    );
    const monthEnds = [...monthly]
      .filter(([month]) => month >= firstMonth)
      .flatMap(([, releases]) => releases.slice(0, 1).map(({ number }) => number));
    const keep = new Set([current, ...newest, ...monthEnds]);
    const old = stored.map(({ number }) => number).filter((number) => !keep.has(number));
    if (old.length > 0) {
      await transaction.deleteFrom('release_files').where('release', 'in', old).execute();
      await transaction.deleteFrom('release_months').where('release', 'in', old).execute();
      await transaction.deleteFrom('design_effects').where('release', 'in', old).execute();
      await transaction
        .updateTable('releases')
        .set({ removed_at: now.toISOString() })
        .where('number', 'in', old)
        .execute();
    }
    // Also those of uploads that were cancelled or still wait: the latter are compared line by line instead.
    await transaction
      .deleteFrom('file_line_sums')
      .where('batch', 'not in', transaction.selectFrom('release_files').select('batch'))
      .execute();
    return { releases: old.length };
  });
}
