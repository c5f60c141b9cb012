import { MonthChange, type MonthDigest } from '../../../shared/contracts/month-digest.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { readableBy, type Reader } from '../saved-searches.ts';
import { comparedMonths, wagesOf, type ComparedMonths } from './compute-changes.ts';

/**
 * The changes of these months in the saved searches that a reader may see; null while none was computed. Changes of
 * another release are not shown: its months may have other lines.
 */
export async function readDigest(
  db: AppDatabase,
  reader: Reader,
  months: ComparedMonths,
): Promise<MonthDigest | null> {
  const rows = await readableBy(db, reader)
    .select(['saved.id', 'saved.name', 'saved.month_change'])
    .where('saved.month_change', 'is not', null)
    .orderBy('saved.name_key')
    .orderBy('saved.id')
    .execute();
  const found = rows
    .map(({ id, name, month_change: change }) => ({
      id,
      name,
      ...MonthChange.parse(JSON.parse(change ?? '')),
    }))
    .filter(({ release }) => release === months.release);
  if (found.length === 0) return null;
  const wages = wagesOf(months);
  const { month, before } = months;
  return {
    month,
    before,
    minimumWage:
      wages === null || wages.before === wages.now
        ? null
        : { before: wages.before / 100, now: wages.now / 100 },
    changes: found.flatMap(({ id, name, medians, isBeyondChance, followsMinimumWage }) =>
      isBeyondChance && medians !== null ? [{ id, name, medians, followsMinimumWage }] : [],
    ),
  };
}

/** The digest of the newest two months of the current release. */
export async function newestDigest(store: Store, reader: Reader): Promise<MonthDigest | null> {
  const months = comparedMonths(readableRelease(await currentRelease(store)));
  return months && readDigest(store.db, reader, months);
}
