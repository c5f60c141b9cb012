import { describe, expect, test } from 'vitest';
import { processorTimeOf } from '../../tests/support/processor-time.ts';
import {
  countAtOrBelow,
  countWithin,
  mean,
  meanOf,
  medianInterval,
  medianIntervalRanks,
  percentile,
  withRanks,
  rankOf,
  recordsOf,
  standardDeviation,
  sumOf,
} from './percentile.ts';

/** Distribution of plain values, repeated values included. */
function distributionOf(...salaries: number[]) {
  const counts = new Map<number, number>();
  for (const salary of salaries) counts.set(salary, (counts.get(salary) ?? 0) + 1);
  const centavos = [...counts.keys()].toSorted((left, right) => left - right);
  return withRanks({ centavos, counts: centavos.map((amount) => counts.get(amount) ?? 0) });
}

/** A small repeatable generator (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('ranks count from 1 to the number of records', () => {
  const three = distributionOf(100, 200, 200);
  expect([1, 2, 3].map((rank) => three.salaryAt(rank))).toEqual([100, 200, 200]);
  for (const rank of [0, 4, 1.5]) expect(() => three.salaryAt(rank)).toThrow(RangeError);
  for (const share of [-1, 10_001, 0.5]) expect(() => percentile(three, share)).toThrow(RangeError);
});

test('counts of records are natural numbers', () => {
  expect(recordsOf({ counts: [2, 0, 3] })).toBe(5);
  expect(recordsOf({ counts: [] })).toBe(0);
  expect(withRanks({ centavos: [100, 200], counts: [0, 3] }).count).toBe(3);
  for (const count of [-1, 0.5])
    expect(() => withRanks({ centavos: [100], counts: [count] })).toThrow(RangeError);
});

test('both ends of a range of salaries count, and a rank is of lower and of equal ones', () => {
  const five = distributionOf(100, 200, 200, 201, 300);
  expect(countWithin(five, 200, 201)).toBe(3);
  expect(countWithin(five, 101, 199)).toBe(0);
  expect([99, 100, 200, 250, 300].map((amount) => rankOf(five, amount))).toEqual([
    { below: 0, upTo: 0 },
    { below: 0, upTo: 1 },
    { below: 1, upTo: 3 },
    { below: 4, upTo: 4 },
    { below: 4, upTo: 5 },
  ]);
});

test('a sum beyond the whole numbers of a double is exact', () => {
  const largest = Number.MAX_SAFE_INTEGER;
  expect(sumOf({ centavos: [1, largest], counts: [1, 1] })).toBe(BigInt(largest) + 1n);
  expect(sumOf({ centavos: [largest], counts: [3] })).toBe(3n * BigInt(largest));
  expect(sumOf({ centavos: [2, largest], counts: [1, 1] })).toBe(BigInt(largest) + 2n);
});

test('a standard deviation is about the exact mean, not the rounded one', () => {
  // 60 × 0 and 40 × 1 centavo: a mean of 0.4 and a deviation of 0.492.
  expect(standardDeviation(withRanks({ centavos: [0, 1], counts: [60, 40] }))).toBe(0);
  // 50 of each: 0.503.
  expect(standardDeviation(withRanks({ centavos: [0, 1], counts: [50, 50] }))).toBe(1);
});

describe('percentile', () => {
  test('is PERCENTIL.INC on values worked out by hand', () => {
    const four = distributionOf(100, 200, 300, 400);
    expect(percentile(four, 0)).toBe(100);
    expect(percentile(four, 2500)).toBe(175);
    expect(percentile(four, 5000)).toBe(250);
    expect(percentile(four, 9000)).toBe(370);
    expect(percentile(four, 10_000)).toBe(400);
  });

  test('rounds half a centavo up', () => {
    expect(percentile(distributionOf(100, 101), 5000)).toBe(101);
    expect(percentile(distributionOf(100, 101), 4999)).toBe(100);
  });

  test('has no float error where p is no binary fraction', () => {
    // h = 10 · 0.3 = 3 exactly; 0.3 * 10 in doubles is 3.0000000000000004 for some orders of the product.
    const eleven = distributionOf(...Array.from({ length: 11 }, (_, index) => index * 1_000_003));
    for (let tenth = 0; tenth <= 10; tenth++) {
      expect(percentile(eleven, tenth * 1000)).toBe(tenth * 1_000_003);
    }
  });

  test('of one record is that record, and of none is null', () => {
    expect(percentile(distributionOf(151_800), 9900)).toBe(151_800);
    expect(percentile(distributionOf(), 5000)).toBeNull();
  });

  test('refuses what is no ten-thousandth', () => {
    expect(() => percentile(distributionOf(1), 0.5)).toThrow(RangeError);
    expect(() => percentile(distributionOf(1), 10_001)).toThrow(RangeError);
  });

  test('stays exact at 310 million records', () => {
    const many = withRanks({ centavos: [100_000, 100_000_000_001], counts: [155e6, 155e6] });
    // h = 309,999,999 / 2 = 154,999,999.5: half way between the last low and the first high.
    expect(percentile(many, 5000)).toBe(50_000_050_001);
  });
});

test('counts the records at or below an amount', () => {
  const salaries = distributionOf(100, 200, 200, 300);
  const counts = [99, 100, 199, 200, 250, 1e9].map((amount) => countAtOrBelow(salaries, amount));
  expect(counts).toEqual([0, 1, 1, 3, 3, 4]);
  expect(countAtOrBelow(distributionOf(), 100)).toBe(0);
});

describe('mean and standard deviation', () => {
  test('on values worked out by hand', () => {
    // 2 4 4 4 5 5 7 9: mean 5, squared deviations 32, 32 / 7 = 4.571…, root 2.138…
    const known = distributionOf(200, 400, 400, 400, 500, 500, 700, 900);
    expect(mean(known)).toBe(500);
    expect(standardDeviation(known)).toBe(214);
  });

  test('round half up', () => expect(mean(distributionOf(1, 2))).toBe(2));

  test('need one and two records', () => {
    expect(mean(distributionOf())).toBeNull();
    expect(mean(distributionOf(7))).toBe(7);
    expect(standardDeviation(distributionOf(7))).toBeNull();
    expect(standardDeviation(distributionOf(7, 7))).toBe(0);
  });

  test('stay exact where doubles have gaps', () => {
    const extremes = withRanks({ centavos: [1, 100_000_000], counts: [155e6, 155e6] });
    expect(mean(extremes)).toBe(50_000_001);
    // Half the range, times √(n / (n − 1)): 49,999,999.5 · (1 + 1.6e-9) = 49,999,999.58.
    expect(standardDeviation(extremes)).toBe(50_000_000);
  });

  test('round a deviation just below a half down, though its root as a double is the half', () => {
    // 93,222,358² · 2 = 131,836,323² − 1, so that the deviation 93,222,358 / √2 is 65,918,161.499999998.
    expect(standardDeviation(distributionOf(0, 93_222_358))).toBe(65_918_161);
  });
});

test.each([1e3, 1e6, 9e7, 2e8, 4_294_967_295])(
  'the standard deviation of salaries to %i centavos is the rounded root, by whole numbers alone',
  (highest) => {
    const random = randomFrom(highest);
    for (const most of [1, 50, 2 ** 20, 2 ** 26]) {
      const salaries = new Set(Array.from({ length: 60 }, () => Math.floor(random() * highest)));
      const centavos = [...salaries].toSorted((a, b) => a - b);
      const counts = centavos.map(() => 1 + Math.floor(random() * most));
      const sum = (power: bigint) =>
        centavos.reduce(
          (all, amount, at) => all + BigInt(counts[at] ?? 0) * BigInt(amount) ** power,
          0n,
        );
      const n = sum(0n);
      // Four times the variance, times n (n − 1): from the moments, not from deviations.
      const fourfold = 4n * (n * sum(2n) - sum(1n) ** 2n);
      const root = BigInt(standardDeviation(withRanks({ centavos, counts })) ?? -1);
      expect((2n * root - 1n) ** 2n * n * (n - 1n) <= fourfold).toBe(true);
      expect((2n * root + 1n) ** 2n * n * (n - 1n) > fourfold).toBe(true);
    }
  },
);

describe('95 % interval of the median', () => {
  test.each([
    [6, 1, 6],
    [7, 1, 7],
    [8, 1, 8],
    [9, 2, 8],
    [10, 2, 9],
    [15, 4, 12],
    [20, 6, 15],
    [25, 8, 18],
    [50, 18, 33],
    [100, 40, 61],
  ])('at n = %i is the published pair of ranks %i and %i', (count, lower, upper) => {
    expect(medianIntervalRanks(count, 1)).toEqual({ lower, upper });
  });

  test('does not exist below six records', () => {
    for (let count = 0; count < 6; count++) expect(medianIntervalRanks(count, 1)).toBeNull();
  });

  test('with a design effect it needs six effective records', () => {
    // Half of the records ± 1.96 · √(12 · 2) / 2 = 4.8: ranks 2 and 11.
    expect(medianIntervalRanks(12, 2)).toEqual({ lower: 2, upper: 11 });
    expect(medianIntervalRanks(11, 2)).toBeNull();
    expect(medianIntervalRanks(7, 1.1)).toEqual({ lower: 1, upper: 7 });
  });

  test('agrees with exact binomial sums for every n to 400', () => {
    for (let count = 6; count <= 400; count++) {
      expect(medianIntervalRanks(count, 1)?.lower, `n = ${count}`).toBe(exactLowerRank(count));
    }
  });

  test('of 30 million records is at the normal approximation, and quick', async () => {
    const count = 30_000_000;
    expect(await processorTimeOf(() => medianIntervalRanks(count, 1))).toBeLessThan(250);
    const ranks = medianIntervalRanks(count, 1);
    const approximate = count / 2 - (1.959964 * Math.sqrt(count)) / 2;
    expect(Math.abs((ranks?.lower ?? 0) - approximate)).toBeLessThan(2);
  });

  test('reads the salaries at its ranks', () => {
    const ten = distributionOf(10, 20, 30, 40, 50, 60, 70, 80, 90, 100);
    expect(medianInterval(ten, 1)).toEqual({ lower: 20, upper: 90 });
    expect(medianInterval(distributionOf(1, 2, 3), 1)).toBeNull();
  });
});

test('everything agrees with brute force over the sorted records', () => {
  const random = randomFrom(7);
  for (let round = 0; round < 200; round++) {
    const size = 1 + Math.floor(random() * 60);
    const records = Array.from({ length: size }, () => Math.floor(random() ** 3 * 400));
    const sorted = records.toSorted((left, right) => left - right);
    const distribution = distributionOf(...records);
    for (const p of [0, 1, 1000, 2500, 3333, 5000, 7500, 9000, 9999, 10_000]) {
      expect(percentile(distribution, p)).toBe(bruteForcePercentile(sorted, p));
    }
    for (let rank = 1; rank <= size; rank++) {
      expect(distribution.salaryAt(rank)).toBe(sorted[rank - 1]);
    }
    const probe = Math.floor(random() * 400);
    const below = records.filter((salary) => salary <= probe).length;
    expect(countAtOrBelow(distribution, probe)).toBe(below);
    const average = records.reduce((sum, salary) => sum + salary, 0) / size;
    expect(mean(distribution)).toBe(Math.floor(average + 0.5));
    if (size > 1) {
      const squares = records.reduce((sum, salary) => sum + (salary - average) ** 2, 0);
      expect(standardDeviation(distribution)).toBe(Math.round(Math.sqrt(squares / (size - 1))));
    }
  }
});

test('refuses a distribution that is not one', () => {
  expect(() => withRanks({ centavos: [2, 1], counts: [1, 1] })).toThrow(RangeError);
  expect(() => withRanks({ centavos: [1, 1], counts: [1, 1] })).toThrow(RangeError);
  expect(() => withRanks({ centavos: [1.5], counts: [1] })).toThrow(RangeError);
  expect(() => withRanks({ centavos: [1], counts: [-1] })).toThrow(RangeError);
  expect(() => withRanks({ centavos: [1], counts: [] })).toThrow(RangeError);
});

/** In fractions of 10000, with whole numbers throughout. */
function bruteForcePercentile(sorted: number[], tenThousandths: number): number {
  const position = BigInt(sorted.length - 1) * BigInt(tenThousandths);
  const index = Number(position / 10_000n);
  const low = BigInt(sorted[index] ?? 0);
  const high = BigInt(sorted[index + 1] ?? sorted[index] ?? 0);
  const scaled = low * 10_000n + (high - low) * (position % 10_000n);
  return Number((scaled + 5_000n) / 10_000n);
}

/** The largest l with 40 · Σ C(n, k < l) ≤ 2ⁿ, in BigInt. */
function exactLowerRank(count: number): number {
  const all = 2n ** BigInt(count);
  let term = 1n;
  let tail = 0n;
  let lower = 0;
  while (40n * (tail + term) <= all) {
    tail += term;
    lower++;
    term = (term * BigInt(count - lower + 1)) / BigInt(lower);
  }
  return lower;
}

describe('a distribution read by single ranks', () => {
  test('agrees with the whole distribution', () => {
    const random = randomFrom(7);
    for (let round = 0; round < 200; round++) {
      const size = 1 + Math.floor(random() * 60);
      const salaries = Array.from({ length: size }, () => Math.floor(random() * 40));
      const whole = distributionOf(...salaries);
      const ascending = salaries.toSorted((a, b) => a - b);
      const ranked = { count: size, salaryAt: (rank: number) => ascending[rank - 1] ?? NaN };
      for (const share of [0, 1, 2500, 5000, 7500, 9999, 10_000]) {
        expect(percentile(ranked, share)).toBe(percentile(whole, share));
      }
      expect(medianInterval(ranked, 1)).toEqual(medianInterval(whole, 1));
    }
  });

  test('the mean of a sum is rounded half up', () => {
    expect(meanOf(5n, 2)).toBe(3);
    expect(meanOf(9_007_199_254_740_993n * 2n, 2_000_000)).toBe(9_007_199_255);
    expect(meanOf(0n, 0)).toBeNull();
  });
});
