import { expect, test } from 'vitest';
import { statisticsOf, suppressedPay } from './statistics.ts';

/** R$ 1.000,00 to R$ 5.000,00. */
const five = { centavos: [100_000, 200_000, 300_000, 400_000, 500_000], counts: [1, 1, 1, 1, 1] };

test('statistics are in reais, with percentiles as PERCENTIL.INC', () => {
  expect(statisticsOf(five, 1)).toEqual({
    count: 5,
    average: 3000,
    median: 3000,
    min: 1000,
    max: 5000,
    // The positions 0.4, 1, 3 and 3.6 after the smallest.
    p10: 1400,
    p25: 2000,
    p75: 4000,
    p90: 4600,
    // √(10,000,000 / 4).
    standardDeviation: 1581.14,
    medianInterval: null,
  });
});

test('without records there is no figure, and no zero', () => {
  const { count, ...others } = statisticsOf({ centavos: [], counts: [] }, 1);
  expect(count).toBe(0);
  expect(Object.values(others)).toEqual(Array.from({ length: 10 }, () => null));
});

test('the interval of the median accounts for the design effect', () => {
  const centavos = Array.from({ length: 101 }, (_, at) => 100_000 + 1_000 * at);
  const hundred = { centavos, counts: centavos.map(() => 1) };
  const widthOf = (designEffect: number) => {
    const interval = statisticsOf(hundred, designEffect).medianInterval;
    return interval === null ? 0 : interval.upper - interval.lower;
  };
  expect(widthOf(1)).toBeGreaterThan(100);
  // Four times fewer independent records make it twice as wide.
  expect(widthOf(4) / widthOf(1)).toBeCloseTo(2, 0);
});

test('below the minimum a selection has its count alone', () => {
  const four = { centavos: five.centavos.slice(1), counts: [1, 1, 1, 1] };
  expect(suppressedPay(five, 1, 5)).toEqual({
    statistics: statisticsOf(five, 1),
    distribution: five,
  });
  const { statistics, distribution } = suppressedPay(four, 1, 5);
  expect(distribution).toEqual({ centavos: [], counts: [] });
  expect(Object.entries(statistics).filter(([, value]) => value !== null)).toEqual([['count', 4]]);
  expect(suppressedPay(five, 1, 30).statistics.median).toBeNull();
});
