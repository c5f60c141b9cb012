import { areEnough, beyondChance, chanceOf } from './interval-difference.ts';
import {
  countAtOrBelow,
  percentile,
  withRanks,
  recordsOf,
  type ExactDistribution,
  type RankedDistribution,
} from './percentile.ts';

/**
 * Which of many queries have other salaries in a month than in the month before. Each is tested by the median test of
 * A. M. Mood: the share of records up to the joint median is compared between the two months. It holds where many
 * salaries are equal, and the design effect is that share's own (`design-effect.ts`). All are tested together
 * (`beyondChance`).
 */

/** A query's exact salaries in two months, in centavos. */
export interface MonthPair<Distribution = ExactDistribution> {
  readonly before: Distribution;
  readonly now: Distribution;
  readonly designEffect: number;
}
type RankedPair = MonthPair<RankedDistribution>;

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
  const months = { before: withRanks(before), now: withRanks(now), designEffect };
  return {
    medians: { before: medianOf(months.before), now: medianOf(months.now) },
    chance: chanceOfPair(months),
    followsMinimumWage: wages !== null && follows(months, wages),
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
const minChance = 0.05;

/** Whether the salaries of the month before, raised as the minimum wage was, may differ from the month's by chance. */
function follows(pair: RankedPair, wages: MinimumWages): boolean {
  if (wages.now <= wages.before) return false;
  const raised = (centavos: number) => Math.round((centavos * wages.now) / wages.before);
  const before = { ...pair.before, centavos: Array.from(pair.before.centavos, raised) };
  return chanceOfPair({ ...pair, before }) > minChance;
}

function chanceOfPair({ before, now, designEffect }: RankedPair): number {
  const bound = boundOf([before, now]);
  const share = jointCount([before, now], bound) / (before.count + now.count);
  const variance = share * (1 - share) * (1 / before.count + 1 / now.count);
  return chanceOf(
    countAtOrBelow(before, bound) / before.count - countAtOrBelow(now, bound) / now.count,
    Math.sqrt(variance * designEffect),
  );
}

/** The bound that divides both months' records most evenly: their median, or just below it where many equal it. */
function boundOf(months: readonly RankedDistribution[]): number {
  const count = jointCount(months, Infinity);
  const salaryAt = (rank: number) => jointSalaryAt(months, rank);
  const median = percentile({ count, salaryAt }, 5000) ?? 0;
  const imbalance = (bound: number) => Math.abs(jointCount(months, bound) / count - 0.5);
  return imbalance(median - 1) < imbalance(median) ? median - 1 : median;
}

const jointCount = (months: readonly RankedDistribution[], bound: number) =>
  months.reduce((sum, month) => sum + countAtOrBelow(month, bound), 0);

/** The salary at a rank of all records together, by bisection: merging two months of all Brazil takes 100 ms. */
function jointSalaryAt(months: readonly RankedDistribution[], rank: number): number {
  let below = -1;
  let salary = Math.max(...months.map(({ centavos }) => centavos[centavos.length - 1] ?? 0));
  while (salary - below > 1) {
    const middle = Math.floor((below + salary) / 2);
    if (jointCount(months, middle) >= rank) salary = middle;
    else below = middle;
  }
  return salary;
}

const medianOf = (month: RankedDistribution) => percentile(month, 5000) ?? 0;
