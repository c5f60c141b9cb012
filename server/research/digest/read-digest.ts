import type { Kysely } from 'kysely';
import { MonthChange, type MonthDigest } from '../../../shared/contracts/month-digest.ts';
import type { Database } from '../../platform/store/schema.ts';
import { readableBy, type Reader } from '../saved-searches.ts';
import { wagesOf } from './compute-changes.ts';

/** The newest changes in the saved searches that a reader may see; null while none was computed. */
export async function readDigest(
  db: Kysely<Database>,
  reader: Reader,
): Promise<MonthDigest | null> {
  const rows = await readableBy(db, reader)
    .select(['saved.id', 'saved.name', 'saved.month_change'])
    .where('saved.month_change', 'is not', null)
    .orderBy('saved.name_key')
    .orderBy('saved.id')
    .execute();
  const found = rows.map(({ id, name, month_change: change }) => ({
    id,
    name,
    ...MonthChange.parse(JSON.parse(change ?? '')),
  }));
  const newest = found.toSorted((one, other) => (one.month < other.month ? 1 : -1))[0];
  if (newest === undefined) return null;
  const { month, before } = newest;
  const wages = wagesOf(newest);
  return {
    month,
    before,
    minimumWage:
      wages === null || wages.before === wages.now
        ? null
        : { before: wages.before / 100, now: wages.now / 100 },
    changes: found.flatMap(({ id, name, medians, isBeyondChance, followsMinimumWage, ...one }) =>
      one.month === month && isBeyondChance && medians !== null
        ? [{ id, name, medians, followsMinimumWage }]
        : [],
    ),
  };
}
