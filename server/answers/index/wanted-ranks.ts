import { spreadRank } from '../../../shared/statistics/median-difference.ts';
import { medianIntervalRanks } from '../../../shared/statistics/percentile.ts';

/**
 * The ranks, ascending, that the statistics of a group with this number of records and design effect need: those of
 * PERCENTIL.INC at 25, 50 and 75 with their upper neighbours, those of the median's interval, and those of Bonett and
 * Price's standard error (shared/statistics/median-difference.ts).
 */
export function wantedRanks(records: number, designEffect: number): number[] {
  const quartiles = [1, 2, 3].flatMap((quarter) => {
    const rank = Math.floor(((records - 1) * quarter) / 4) + 1;
    return [rank, rank + 1];
  });
  const interval = medianIntervalRanks(records, designEffect);
  const spread = spreadRank(records);
  const ranks = [
    ...quartiles,
    ...(interval === null ? [] : [interval.lower, interval.upper]),
    spread,
    records + 1 - spread,
  ];
  return [...new Set(ranks)]
    .filter((rank) => rank >= 1 && rank <= records)
    .toSorted((a, b) => a - b);
}
