import type { ExactDistribution } from './percentile.ts';
import { fewestForConfidence } from './sample-size.ts';

/** A single salary with an unusual share of the records: usually a floor. */
export interface Spike {
  readonly centavos: number;
  readonly count: number;
  /** Of all records, 0 to 1. */
  readonly share: number;
  readonly isMinimumWage: boolean;
}

const mostSpikes = 5;
const leastShare = 0.02;
/** Minimum ratio to the number of records per salary in an even spread. */
const leastExcess = 5;

/**
 * The salaries that stand out, most records first: each at least 2 % of the records and five times its share in an even
 * spread over the distinct salaries. Empty below 30 records, where chance alone produces some.
 */
export function spikesOf(
  { centavos, counts }: ExactDistribution,
  minimumWageCentavos: number | null,
): Spike[] {
  const records = Array.from(counts);
  const all = records.reduce((sum, count) => sum + count, 0);
  if (all < fewestForConfidence) return [];
  const distinct = records.filter((count) => count > 0).length;
  return records
    .map((count, index) => ({ count, amount: centavos[index] ?? 0 }))
    .filter(({ count }) => count >= leastShare * all && count * distinct >= leastExcess * all)
    .toSorted((a, b) => b.count - a.count || a.amount - b.amount)
    .slice(0, mostSpikes)
    .map(({ count, amount }) => ({
      centavos: amount,
      count,
      share: count / all,
      isMinimumWage: amount === minimumWageCentavos,
    }));
}
