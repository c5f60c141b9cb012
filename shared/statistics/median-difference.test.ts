import { describe, expect, test } from 'vitest';
import { medianDifferenceInterval, medianError, spreadRank } from './median-difference.ts';
import { normalQuantile } from './normal-quantile.ts';
import { halfBinomialTail, type RankedSalaries } from './percentile.ts';

function ranked(...salaries: number[]): RankedSalaries {
  const sorted = salaries.toSorted((a, b) => a - b);
  return { count: sorted.length, salaryAt: (rank) => sorted[rank - 1] ?? Number.NaN };
}

const tenfold = (...values: number[]) => ranked(...values.map((value) => value * 10));

describe('the interval of a difference of medians', () => {
  // The examples from Bonett for ci.median2 in the R package statpsych. The median 34.5 rounds up to 35 here.
  test('is the authors’ own for two groups of ten', () => {
    const interval = medianDifferenceInterval(
      ranked(32, 39, 26, 35, 43, 27, 40, 37, 34, 29),
      ranked(36, 44, 47, 42, 49, 39, 46, 31, 33, 48),
    );
    expect(interval?.lower).toBeCloseTo(-16.95977 + 0.5, 5);
    expect(interval?.upper).toBeCloseTo(-0.04022524 + 0.5, 5);
  });

  test('is the authors’ own for two groups of twenty', () => {
    const interval = medianDifferenceInterval(
      tenfold(70, 394, 43, 95, 62, 128, 2, 203, 81, 436, 85, 35, 156, 1, 3, 27, 63, 181, 184, 18),
      tenfold(
        102,
        120,
        78,
        78,
        417,
        124,
        86,
        171,
        176,
        129,
        230,
        194,
        100,
        157,
        306,
        411,
        164,
        103,
        193,
        312,
      ),
    );
    expect((interval?.lower ?? 0) / 10).toBeCloseTo(-157.7441, 4);
    expect((interval?.upper ?? 0) / 10).toBeCloseTo(-12.25589, 4);
  });

  test('needs two records on each side, and middle records that differ', () => {
    expect(medianDifferenceInterval(ranked(1), ranked(1, 2))).toBeNull();
    expect(medianDifferenceInterval(ranked(1, 2), ranked())).toBeNull();
    expect(medianDifferenceInterval(ranked(5, 5, 5), ranked(7, 7, 7))).toBeNull();
    expect(medianDifferenceInterval(ranked(5, 5, 5), ranked(6, 7, 8))).not.toBeNull();
  });
});

test('the error of three records is by their outermost two', () => {
  // a = 1, P(X ≤ 0) = 1/8, and the normal quantile of 7/8 is 1.150349.
  expect(medianError(ranked(100, 200, 400))).toBeCloseTo(300 / (2 * 1.1503494), 4);
});

test('the ranks are the nearest to (n + 1)/2 − √n, one at least', () => {
  const by = [2, 3, 4, 5, 6, 9, 10, 20, 100, 10_000];
  // (n + 1)/2 − √n: 0.09, 0.27, 0.5, 0.76, 1.05, 2, 2.34, 6.03, 40.5 and 4900.5; a half goes up.
  expect(by.map(spreadRank)).toEqual([1, 1, 1, 1, 1, 2, 2, 6, 41, 4901]);
});

test('binomial tails are exact where they can be counted', () => {
  expect(halfBinomialTail(3, 0)).toBeCloseTo(1 / 8, 15);
  expect(halfBinomialTail(11, 2)).toBeCloseTo((1 + 11 + 55) / 2048, 15);
  expect(halfBinomialTail(10, 1)).toBeCloseTo(11 / 1024, 15);
});

test('normal quantiles are those of the tables', () => {
  expect(normalQuantile(0.5)).toBe(0);
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
  expect(normalQuantile(0.9375)).toBeCloseTo(1.534120544352546, 12);
  expect(normalQuantile(0.999999)).toBeCloseTo(4.753424308822899, 9);
});
