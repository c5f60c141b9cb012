import { expect, test } from 'vitest';
import { medianRatio } from './median-ratio.ts';

const estimate = (median: number, lower: number, upper: number) => ({
  median,
  medianInterval: { lower, upper },
});

test('a ratio has the interval of both medians, and its inverse is the ratio of the swapped ones', () => {
  const [first, second] = [estimate(900, 800, 1000), estimate(1000, 900, 1200)];
  const found = medianRatio(first, second);
  // Factors of 900/800 and 1200/1000 down, of 1000/900 and 1000/900 up, joined on the logarithmic scale.
  expect(found?.ratio).toBe(0.9);
  expect(found?.lower).toBeCloseTo(0.9 / Math.exp(Math.hypot(Math.log(9 / 8), Math.log(1.2))), 12);
  expect(found?.upper).toBeCloseTo(0.9 * Math.exp(Math.SQRT2 * Math.log(10 / 9)), 12);
  expect(found?.mayBeChance).toBe(true);
  const swapped = medianRatio(second, first);
  expect(swapped?.lower).toBeCloseTo(1 / (found?.upper ?? 0), 12);
  expect(medianRatio(first, estimate(2000, 1900, 2100))?.mayBeChance).toBe(false);
  expect(medianRatio(first, { median: 1000, medianInterval: null })).toBeNull();
  // Down √(ln(2000/1100)² + ln(1430/1000)²) = √(0.59784² + 0.35767²) = 0.69667, more than ln 2 = 0.69315; the interval
  // of the difference, 1000 − √(900² + 430²) = 2.6, does not hold zero.
  const near = medianRatio(estimate(2000, 1100, 2100), estimate(1000, 950, 1430));
  expect(near?.lower).toBeCloseTo(0.99647, 4);
  expect(near?.mayBeChance).toBe(true);
});
