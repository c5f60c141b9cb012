import { joinedDistribution } from './joined-distribution.ts';
import { areEnough, beyondChance, chanceOf } from './interval-difference.ts';
import {
  countAtOrBelow,
  percentile,
  prepare,
  recordsOf,
  type ExactDistribution,
  type PreparedDistribution,
} from './percentile.ts';

/**
 * Which of many queries have other salaries in a month than in the month before. Each is tested by the median test of
 * A. M. Mood: the share of records up to the joint median is compared between the two months. It holds where many
 * salaries are equal, and the design effect is that share's own (`design-effect.ts`). All are tested together
 * (`beyondChance`).
 */

/** A query's exact salaries in two months, in centavos. */
export interface MonthPair {
  readonly before: ExactDistribution;
  readonly now: ExactDistribution;
  readonly designEffect: number;
}

/** Minimum wages of the two months, in centavos. */
interface MinimumWages {
  readonly before: number;
  readonly now: number;
}

export interface PairTest {
  /** Centavos; null with fewer than 30 effective records in a month, and then the pair is not tested. */
  readonly medians: { readonly before: number; readonly now: number } | null;
  /** The probability of shares this different by chance, if both months have the same salaries. */
  readonly chance: number;
  /** Whether salaries that rose as the minimum wage did explain the difference; false if the wage did not rise. */
  readonly followsMinimumWage: boolean;
}

/** Tests one query. `wages` is null where a minimum wage is unknown. */
export function testPair(pair: MonthPair, wages: MinimumWages | null): PairTest {
  const { before, now, designEffect } = pair;
  const areTested = [before, now].every((month) => areEnough(recordsOf(month), designEffect));
  if (!areTested) return { medians: null, chance: 1, followsMinimumWage: false };
  return {
    medians: { before: medianOf(before), now: medianOf(now) },
    chance: chanceOfPair(pair),
    followsMinimumWage: wages !== null && follows(pair, wages),
  };
}

/** Which of these queries have another median that chance alone does not explain, tested together. */
export function pairsBeyondChance(tests: readonly PairTest[]): boolean[] {
  const tested = tests.filter(({ medians }) => medians !== null);
  const beyond = beyondChance(tested.map(({ chance }) => chance));
  const found = new Set(tested.filter((_, index) => beyond[index]));
  return tests.map(
    (test) => found.has(test) && test.medians !== null && test.medians.before !== test.medians.now,
  );
}

/** At 5 %: an explanation that the salaries contradict is not given. */
const leastChance = 0.05;

/** Whether the salaries of the month before, raised as the minimum wage was, may differ from the month's by chance. */
function follows(pair: MonthPair, wages: MinimumWages): boolean {
  if (wages.now <= wages.before) return false;
  const raised = (centavos: number) => Math.round((centavos * wages.now) / wages.before);
  const before = {
    centavos: Array.from(pair.before.centavos, raised),
    counts: pair.before.counts,
  };
  return chanceOfPair({ ...pair, before }) > leastChance;
}

function chanceOfPair({ before, now, designEffect }: MonthPair): number {
  const both = prepare(joinedDistribution([before, now]));
  const bound = boundOf(both);
  const [first, second] = [prepare(before), prepare(now)];
  const share = countAtOrBelow(both, bound) / both.count;
  const variance = share * (1 - share) * (1 / first.count + 1 / second.count);
  return chanceOf(
    countAtOrBelow(first, bound) / first.count - countAtOrBelow(second, bound) / second.count,
    variance === 0 ? null : Math.sqrt(variance * designEffect),
  );
}

/** The bound that divides both months' records most evenly: their median, or just below it where many equal it. */
function boundOf(both: PreparedDistribution): number {
  const median = percentile(both, 5000) ?? 0;
  const imbalance = (bound: number) => Math.abs(countAtOrBelow(both, bound) / both.count - 0.5);
  return imbalance(median - 1) < imbalance(median) ? median - 1 : median;
}

const medianOf = (month: ExactDistribution) => percentile(prepare(month), 5000) ?? 0;
