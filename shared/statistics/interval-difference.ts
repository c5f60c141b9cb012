import type { Bounds } from '../contracts/equality.ts';
import { formatCount } from '../words/format.ts';
import { effectiveCount, minForConfidence } from './design-effect.ts';
import { heapsOfMedians } from './heaping.ts';
import { normalDistribution, normalReach95 } from './normal.ts';
import { defined } from '../codes/defined.ts';

/** What may be chance: the one source of ranks, verdicts, extremes and "pode ser acaso" on screen, paper and text. */

/** A median with its 95 % interval. */
export interface Estimate {
  readonly median: number;
  readonly medianInterval: Bounds | null;
}

/**
 * The 95 % interval of the first median minus the second, from the interval of each: G. Y. Zou and A. Donner,
 * "Construction of confidence limits about effect measures", Statistics in Medicine 27 (2008), 1693–1702. Null without
 * an interval on both sides.
 */
export function differenceInterval(first: Estimate, second: Estimate): Bounds | null {
  const [one, other] = [first.medianInterval, second.medianInterval];
  if (one === null || other === null) return null;
  const difference = first.median - second.median;
  return {
    lower: difference - Math.hypot(first.median - one.lower, other.upper - second.median),
    upper: difference + Math.hypot(one.upper - first.median, second.median - other.lower),
  };
}

/** The interval of a difference that tests it; null if one salary fills that of one of the two medians alone. */
const testedInterval = (first: Estimate, second: Estimate): Bounds | null =>
  heapsOfMedians(first, second).length === 1 ? null : differenceInterval(first, second);

/**
 * Whether chance alone may explain the difference of two medians: the 95 % interval of their difference contains zero,
 * or there is none. A part compared with its whole shares records with it, so that the result errs towards "by chance".
 */
export function mayDifferByChance(first: Estimate, second: Estimate): boolean {
  return containsZero(testedInterval(first, second));
}

/** Whether a difference with this interval may be zero, also without an interval. */
export const containsZero = (interval: Bounds | null) =>
  interval === null || (interval.lower <= 0 && interval.upper >= 0);

/** A false discovery rate of 5 %. */
const rate = 0.05;

/** Beyond this many standard errors a probability counts as zero. */
const farthest = 8;

/** The probability of a difference this large by chance, in standard errors; 1 if the error is unknown. */
export function chanceOf(difference: number, error: number | null): number {
  if (error === null || difference === 0) return 1;
  if (error === 0) return 0;
  const errors = Math.abs(difference) / error;
  return errors > farthest ? 0 : 2 * (1 - normalDistribution(errors));
}

/**
 * Which of several differences are beyond chance, tested together: Y. Benjamini and Y. Hochberg, "Controlling the false
 * discovery rate", Journal of the Royal Statistical Society B 57 (1995), 289–300. For one difference it is the test at
 * 5 %. `tests` is larger than the number of chances if others are known to be 1.
 */
export function beyondChance(chances: readonly number[], tests = chances.length): boolean[] {
  // Larger ones are never beyond chance, and most are larger.
  const sorted = chances.filter((chance) => chance <= rate).toSorted((a, b) => a - b);
  const last = sorted.findLastIndex((chance, index) => chance <= (rate * (index + 1)) / tests);
  const highest = last < 0 ? -1 : defined(sorted[last]);
  return chances.map((chance) => chance <= highest);
}

/** A difference with its 95 % interval. */
interface Difference {
  readonly reais: number;
  readonly interval: Bounds | null;
}

/** The standard error of a difference, by the end of its interval on the side of zero; null without an interval. */
const errorOf = ({ reais, interval }: Difference) =>
  interval && (reais > 0 ? reais - interval.lower : interval.upper - reais) / normalReach95;

/** The probability of a difference like this by chance; 1 if its interval contains zero, also at an end. */
const chanceOfDifference = (difference: Difference) =>
  containsZero(difference.interval) ? 1 : chanceOf(difference.reais, errorOf(difference));

/** Which of several differences are beyond chance, tested together; null for one without an interval. */
export function areBeyondChance(differences: readonly Difference[]): (boolean | null)[] {
  const known = differences.filter(({ interval }) => interval !== null);
  const beyond = beyondChance(known.map(chanceOfDifference));
  return differences.map((one) =>
    one.interval === null ? null : (beyond[known.indexOf(one)] ?? null),
  );
}

/** The figures of a group that a comparison uses. */
interface ComparedGroup {
  readonly count: number;
  readonly median: number | null;
  readonly medianInterval: Estimate['medianInterval'];
}

/** Whether a count is enough for a rank or a comparison: 30 effective records. */
export const areEnough = (count: number, designEffect: number): boolean =>
  effectiveCount(count, designEffect) >= minForConfidence;

/** "ao menos 30 registros", and with a design effect, the equivalent number of records. */
export const minRecordsText = (designEffect: number): string =>
  `ao menos ${formatCount(Math.ceil(minForConfidence * designEffect))} registros`;

/** The median of a group that may be compared or ranked; undefined with fewer than 30 effective records. */
export function comparableEstimate(
  { count, median, medianInterval }: ComparedGroup,
  designEffect: number,
): Estimate | undefined {
  return median === null || !areEnough(count, designEffect)
    ? undefined
    : { median, medianInterval };
}

/** The groups with the highest and the lowest median. */
interface Extremes<Group> {
  readonly compared: number;
  /** Groups that were not compared, because they have too few records, whose median is beyond the compared ones. */
  readonly beyond: readonly Group[];
  /** Null if the two may differ by chance. `highestTied` and `lowestTied` are the compared groups of the same median. */
  readonly found: {
    readonly highest: Group;
    readonly lowest: Group;
    readonly highestTied: readonly Group[];
    readonly lowestTied: readonly Group[];
  } | null;
  /** The median of all compared groups if it is the same; otherwise null. */
  readonly same: number | null;
}

type WithMedian<Group> = Group & Estimate;

/**
 * The groups with the highest and the lowest median, among those with enough records. The pair is selected from all
 * pairs, so all pairs are tested.
 */
export function extremesOf<Group extends ComparedGroup>(
  groups: readonly Group[],
  designEffect: number,
): Extremes<WithMedian<Group>> {
  const sorted = groups
    .flatMap((group): WithMedian<Group>[] => {
      const estimate = comparableEstimate(group, designEffect);
      return estimate === undefined ? [] : [{ ...group, ...estimate }];
    })
    .toSorted((one, other) => one.median - other.median);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  const chances = sorted.flatMap((one, index) =>
    sorted.slice(index + 1).map((other) =>
      chanceOfDifference({
        reais: other.median - one.median,
        interval: testedInterval(other, one),
      }),
    ),
  );
  // The pair of the first and the last group is the last of the first group's pairs.
  const isBeyond = beyondChance(chances)[sorted.length - 2] ?? false;
  if (lowest === undefined || highest === undefined)
    return { compared: sorted.length, beyond: [], found: null, same: null };
  const withMedian = groups.flatMap((group) =>
    group.median === null ? [] : [{ ...group, median: group.median }],
  );
  const found = {
    highest,
    lowest,
    highestTied: sorted.filter(({ median }) => median === highest.median),
    lowestTied: sorted.filter(({ median }) => median === lowest.median),
  };
  return {
    compared: sorted.length,
    beyond: withMedian.filter(({ median }) => median > highest.median || median < lowest.median),
    found: isBeyond ? found : null,
    same: highest.median === lowest.median ? highest.median : null,
  };
}
