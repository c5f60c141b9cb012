import { independent } from './design-effect.ts';
import { normalQuantile } from './normal-quantile.ts';
import { halfBinomialTail, rankedPercentile, type RankedSalaries } from './percentile.ts';

/**
 * The 95 % interval of a difference of two medians: D. G. Bonett and R. M. Price, "Statistical inference for a
 * linear function of medians", Psychological Methods 7 (2002), 370–383. The standard error of each median comes
 * from two order statistics, a and n + 1 − a with a = (n + 1)/2 − √n rounded to the nearest whole number above
 * zero: their distance over 2·z, where z is the normal quantile of the exact binomial probability that the
 * median lies between them. The difference is then taken as normal.
 */

/** The rank a of a group of this size. The engine's SQL (`spread`) computes the same in the same double arithmetic. */
export function spreadRank(count: number): number {
  return Math.max(1, Math.floor(count / 2 + 1 - Math.sqrt(count)));
}

/**
 * The interval of median(first) − median(second), in centavos with fractions. Null if it cannot be computed: with fewer
 * than two records on a side, or if the middle records of neither side differ. A design effect of each side multiplies
 * the variance of its median.
 */
export function medianDifferenceInterval(
  first: RankedSalaries,
  second: RankedSalaries,
  [ofFirst, ofSecond]: readonly [number, number] = [independent, independent],
): { lower: number; upper: number } | null {
  const [errorOfFirst, errorOfSecond] = [medianError(first), medianError(second)];
  const [medianOfFirst, medianOfSecond] = [
    rankedPercentile(first, 5000),
    rankedPercentile(second, 5000),
  ];
  if (errorOfFirst === null || errorOfSecond === null) return null;
  if (medianOfFirst === null || medianOfSecond === null) return null;
  const error = Math.hypot(errorOfFirst * Math.sqrt(ofFirst), errorOfSecond * Math.sqrt(ofSecond));
  if (error === 0) return null;
  const difference = medianOfFirst - medianOfSecond;
  const reach = normalQuantile(0.975) * error;
  return { lower: difference - reach, upper: difference + reach };
}

/** The standard error of a median in centavos; null below two records. */
export function medianError({ count, salaryAt }: RankedSalaries): number | null {
  if (count < 2) return null;
  const rank = spreadRank(count);
  const distance = salaryAt(count + 1 - rank) - salaryAt(rank);
  return distance / (2 * normalQuantile(1 - halfBinomialTail(count, rank - 1)));
}
