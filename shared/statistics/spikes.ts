import type { ExactDistribution } from './percentile.ts';
import { fewestForConfidence } from './sample-size.ts';

/** A single salary that holds an unusual share of the records: a floor, as a rule. */
export interface Spike {
  readonly centavos: number;
  readonly count: number;
  /** Of all records, 0 to 1. */
  readonly share: number;
  readonly isMinimumWage: boolean;
}

const mostSpikes = 5;
const leastShare = 0.02;
/** Times the records that each salary would have if all had the same. */
const leastExcess = 5;

/**
 * The salaries that stand out, those with most records first: each at least 2 % of the records and five times what
 * an even spread over the distinct salaries would give it. None below 30 records, where chance alone makes some.
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
