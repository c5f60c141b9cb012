import { bisectLeft, bisectRight } from 'd3-array';
import type { Bounds } from '../contracts/equality.ts';
import { effectiveCount, independent } from './design-effect.ts';
import { normalReach95 } from './normal.ts';

/**
 * Exact statistics over an exact distribution: distinct salaries in centavos, ascending, and the number of records of
 * each. Everything is integer arithmetic, so the server and the browser return the same centavo.
 */

export interface ExactDistribution {
  readonly centavos: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/** A source of salaries by rank: a whole distribution, or the few records that an engine selected from one. */
export interface RankedSalaries {
  readonly count: number;
  /** The salary in centavos at a rank from 1 (the lowest) to `count`; may throw for a rank that is not available. */
  readonly salaryAt: (rank: number) => number;
  /** The whole distribution, from a source that has it. */
  readonly toDistribution?: () => RankedDistribution;
}

/** A distribution with its running totals, so that each later query costs O(log n). */
export interface RankedDistribution extends ExactDistribution, RankedSalaries {
  /** Records with a salary of at most `centavos[index]`. */
  readonly cumulative: Float64Array;
}

export function recordsOf({ counts }: Pick<ExactDistribution, 'counts'>): number {
  let sum = 0;
  for (let index = 0; index < counts.length; index++) sum += at(counts, index);
  return sum;
}

/** 100 % in ten-thousandths: 5000 is the median, 9950 is P99.5. */
export const wholePercentile = 10_000;

/** Adds the running totals to a distribution. Throws if it is not ascending or a count is not a natural number. */
export function withRanks({ centavos, counts }: ExactDistribution): RankedDistribution {
  if (centavos.length !== counts.length) throw new RangeError('One count per salary is needed.');
  const cumulative = new Float64Array(centavos.length);
  let count = 0;
  let previous = -Infinity;
  for (let index = 0; index < centavos.length; index++) {
    const amount = at(centavos, index);
    const records = at(counts, index);
    if (!Number.isSafeInteger(amount) || amount <= previous) {
      throw new RangeError('Salaries must be whole centavos, ascending and distinct.');
    }
    if (!Number.isSafeInteger(records) || records < 0) {
      throw new RangeError('Counts must be natural numbers.');
    }
    count += records;
    cumulative[index] = count;
    previous = amount;
  }
  const ranked: RankedDistribution = {
    centavos,
    counts,
    cumulative,
    count,
    salaryAt(rank) {
      if (Number.isInteger(rank) && rank >= 1 && rank <= count)
        return at(centavos, bisectLeft(cumulative, rank));
      throw new RangeError(`Rank ${rank} is outside 1 to ${count}.`);
    },
    toDistribution: () => ranked,
  };
  return ranked;
}

/**
 * PERCENTIL.INC (Hyndman–Fan type 7) in centavos, rounded half up: position h = (n − 1)·p from the lowest record, linear
 * between neighbours. Reads one rank, or two neighbours. `tenThousandths` is a whole number from 0 to 10000; null
 * without records.
 */
export function percentile(
  { count, salaryAt }: RankedSalaries,
  tenThousandths: number,
): number | null {
  if (!Number.isInteger(tenThousandths) || tenThousandths < 0 || tenThousandths > wholePercentile) {
    throw new RangeError('A percentile is a whole number of ten-thousandths, 0 to 10000.');
  }
  if (count === 0) return null;
  const position = (count - 1) * tenThousandths;
  const fraction = position % wholePercentile;
  const rank = (position - fraction) / wholePercentile + 1;
  const below = salaryAt(rank);
  if (fraction === 0) return below;
  const gap = salaryAt(rank + 1) - below;
  return below + Number(divideHalfUp(BigInt(gap) * BigInt(fraction), BigInt(wholePercentile)));
}

export function countAtOrBelow(distribution: RankedDistribution, centavos: number): number {
  const above = bisectRight(distribution.centavos, centavos);
  return above === 0 ? 0 : at(distribution.cumulative, above - 1);
}

/** The records with a salary in centavos from one to another, both included. */
export const countWithin = (distribution: RankedDistribution, from: number, to: number): number =>
  countAtOrBelow(distribution, to) - countAtOrBelow(distribution, from - 1);

/** The rank of a salary in centavos: the number of records with a lower salary, and with at most this salary. */
export const rankOf = (distribution: RankedDistribution, centavos: number) => ({
  below: countAtOrBelow(distribution, centavos - 1),
  upTo: countAtOrBelow(distribution, centavos),
});

/** The mean in centavos, rounded half up; null without records. */
export function mean(distribution: RankedDistribution): number | null {
  return meanOf(sumOf(distribution), distribution.count);
}

/** The mean of `count` records with a sum of `total` centavos, rounded half up; null without records. */
export function meanOf(total: bigint, count: number): number | null {
  return count === 0 ? null : Number(divideHalfUp(total, BigInt(count)));
}

/** The sample standard deviation (n − 1) in centavos, rounded half up; null below two records. */
export function standardDeviation(distribution: RankedDistribution): number | null {
  const total = sumOf(distribution);
  const center = meanOf(total, distribution.count);
  if (center === null || distribution.count < 2) return null;
  const records = BigInt(distribution.count);
  const deviations = total - records * BigInt(center);
  const squares = sumOfSquares(distribution, center);
  const numerator = records * squares - deviations * deviations;
  const fourfoldVariance = (4n * numerator) / (records * (records - 1n));
  return Number((integerSquareRoot(fourfoldVariance) + 1n) / 2n);
}

/** With fewer independent records no interval of 95 % exists. */
const minForInterval = 6;

/**
 * The ranks l and n + 1 − l of the 95 % interval of the median. For independent records: the largest l with P(X < l) ≤
 * 2.5 % for X ~ Binomial(n, ½). With a design effect above 1: Woodruff's, ½ ± z·√(¼ · deff / n) as shares of the
 * records. Null below six effective records.
 */
export function medianIntervalRanks(count: number, designEffect: number): Bounds | null {
  if (designEffect > independent) return woodruffRanks(count, designEffect);
  const { weights, total } = binomialLowerHalf(count);
  let tail = 0;
  let lower = Math.floor(count / 2) - weights.length + 1;
  for (let index = weights.length - 1; index >= 0; index--) {
    tail += at(weights, index);
    if (tail > total * 0.025) break;
    lower++;
  }
  return lower < 1 ? null : { lower, upper: count + 1 - lower };
}

function woodruffRanks(count: number, designEffect: number): Bounds | null {
  if (effectiveCount(count, designEffect) < minForInterval) return null;
  const reach = (normalReach95 / 2) * Math.sqrt(count * designEffect);
  const lower = Math.ceil(count / 2 - reach);
  return { lower, upper: count + 1 - lower };
}

/**
 * The 95 % interval of the median in centavos: two salaries of actual records, the only ones that are read. Null below
 * six effective records.
 */
export function medianInterval(
  { count, salaryAt }: RankedSalaries,
  designEffect: number,
): Bounds | null {
  const ranks = medianIntervalRanks(count, designEffect);
  return ranks && { lower: salaryAt(ranks.lower), upper: salaryAt(ranks.upper) };
}

/**
 * Probabilities of k = ⌊n/2⌋, ⌊n/2⌋ − 1, … up to one common factor, and the sum of all of them (both halves) in the
 * same unit. Neighbours differ by k / (n − k + 1), so no factorial is needed, and terms too small to change a double
 * are left out: about 27,000 remain at 30 million records.
 */
function binomialLowerHalf(count: number): { weights: number[]; total: number } {
  const weights: number[] = [];
  let weight = 1;
  let half = 0;
  for (let k = Math.floor(count / 2); k >= 0 && weight > 1e-20; k--) {
    weights.push(weight);
    half += weight;
    weight *= k / (count - k + 1);
  }
  return { weights, total: count % 2 === 0 ? 2 * half - 1 : 2 * half };
}

/** Σ count · amount, exact: doubles while they are whole numbers without gaps, BigInt beyond. */
export function sumOf({ centavos, counts }: ExactDistribution): bigint {
  let exact = 0n;
  let partial = 0;
  for (let index = 0; index < centavos.length; index++) {
    const term = at(counts, index) * at(centavos, index);
    if (partial + term <= Number.MAX_SAFE_INTEGER) partial += term;
    else exact += BigInt(at(counts, index)) * BigInt(at(centavos, index));
  }
  return exact + BigInt(partial);
}

/** The lower half of a square's bits; the upper half has the same number. */
const lowerBits = 2 ** 26;

/** The largest number with a square that a double represents exactly. */
const maxRoot = 94_906_265;

/** Σ count · (amount − center)², exact: the halves of each square add up separately, so BigInt is rarely needed. */
function sumOfSquares({ centavos, counts }: ExactDistribution, center: number): bigint {
  let exact = 0n;
  let upper = 0;
  let lower = 0;
  for (let index = 0; index < centavos.length; index++) {
    const count = at(counts, index);
    const deviation = at(centavos, index) - center;
    const square = deviation * deviation;
    const high = Math.floor(square / lowerBits);
    const moreUpper = upper + count * high;
    const moreLower = lower + count * (square - high * lowerBits);
    if (
      Math.abs(deviation) <= maxRoot &&
      moreUpper <= Number.MAX_SAFE_INTEGER &&
      moreLower <= Number.MAX_SAFE_INTEGER
    ) {
      upper = moreUpper;
      lower = moreLower;
    } else exact += BigInt(count) * BigInt(deviation) ** 2n;
  }
  return exact + BigInt(upper) * BigInt(lowerBits) + BigInt(lower);
}

/** ⌊a / b + ½⌋ for a ≥ 0 and b > 0. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function integerSquareRoot(square: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(square))));
  while (root * root > square) root -= 1n + (root * root - square) / (2n * root + 1n);
  while ((root + 1n) * (root + 1n) <= square) {
    root += 1n + (square - (root + 1n) * (root + 1n)) / (2n * root + 3n);
  }
  return root;
}

function at(values: ArrayLike<number>, index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`No value at ${index}.`);
  return value;
}
