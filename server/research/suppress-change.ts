import type { RevisedFigures } from '../../shared/contracts/revisions.ts';
import type { Distribution } from '../../shared/contracts/search.ts';
import { fewestForConfidence } from '../../shared/statistics/design-effect.ts';
import type { FewestRecords } from '../../shared/statistics/suppression.ts';

/** Two results of one query, shown side by side. */
export interface Change {
  readonly before: RevisedFigures;
  readonly now: RevisedFigures;
  /** Number of records that only one of the two results counts, as far as their salaries show; undefined if unknown. */
  readonly changed: number | undefined;
}

/** Number of records that only one of two distributions has. */
export function changedRecords(before: Distribution, now: Distribution): number {
  const counts = new Map(
    before.centavos.map((salary, index) => [salary, -(before.counts[index] ?? 0)]),
  );
  for (const [index, salary] of now.centavos.entries())
    counts.set(salary, (counts.get(salary) ?? 0) + (now.counts[index] ?? 0));
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

/**
 * Whether two means and their counts disclose the pay of fewer than `fewest` records: those that entered or left. A
 * result whose mean is suppressed discloses nothing.
 */
export function givesBackChange({ before, now, changed }: Change, fewest: FewestRecords): boolean {
  if (before.average === null || now.average === null) return false;
  const isFew = (records: number) => records > 0 && records < fewest;
  if (changed !== undefined) return isFew(changed) || isFew(Math.abs(now.count - before.count));
  const isSame = before.count === now.count && before.average === now.average;
  return !isSame && Math.abs(now.count - before.count) < fewest;
}

/** The figures without the mean; with few records also without quartiles, which are nearly the records themselves. */
export const withoutMean = (figures: RevisedFigures): RevisedFigures =>
  figures.count < fewestForConfidence
    ? { count: figures.count, average: null, p25: null, median: null, p75: null }
    : { ...figures, average: null };
