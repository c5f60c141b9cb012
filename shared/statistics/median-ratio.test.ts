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
  // Down: ln 1.125 = 0.117783 and ln 1.2 = 0.182322 give 0.217058, and 0.9 · e^−0.217058 = 0.724395. Up: twice
  // ln 1.111111 = 0.105361 gives 0.149002, and 0.9 · e^0.149002 = 1.044608.
  expect(found?.lower).toBeCloseTo(0.724395, 5);
  expect(found?.upper).toBeCloseTo(1.044608, 5);
  expect(found?.mayBeChance).toBe(true);
  const swapped = medianRatio(second, first);
  // 1 / 1.044608 and 1 / 0.724395.
  expect(swapped?.lower).toBeCloseTo(0.957297, 5);
  expect(swapped?.upper).toBeCloseTo(1.380462, 5);
  expect(medianRatio(first, estimate(2000, 1900, 2100))?.mayBeChance).toBe(false);
  expect(medianRatio(first, { median: 1000, medianInterval: null })).toBeNull();
  // Down √(ln(2000/1100)² + ln(1430/1000)²) = √(0.59784² + 0.35767²) = 0.69667, more than ln 2 = 0.69315; the interval
  // of the difference, 1000 − √(900² + 430²) = 2.6, does not hold zero.
  const near = medianRatio(estimate(2000, 1100, 2100), estimate(1000, 950, 1430));
  expect(near?.lower).toBeCloseTo(0.99647, 4);
  expect(near?.mayBeChance).toBe(true);
});

test('a median that repeated salaries fill has no ratio, because its interval has no width', () => {
  const spread = estimate(1538, 1500, 1600);
  const heap = estimate(1518, 1518, 1518);
  expect(medianRatio(heap, estimate(1538, 1538, 1538))).toBeNull();
  expect(medianRatio(heap, spread)).toBeNull();
  expect(medianRatio(spread, heap)).toBeNull();
});

test('an interval on one side of 1 is no chance, on either side', () => {
  // Half and double, with limits of ±5 % on both medians: about ±7 % on the ratio.
  const [half, whole] = [estimate(1000, 950, 1050), estimate(2000, 1900, 2100)];
  expect(medianRatio(half, whole)?.mayBeChance).toBe(false);
  expect(medianRatio(whole, half)?.mayBeChance).toBe(false);
});

test('an interval that reaches zero has no logarithm, so there is no ratio', () => {
  const [zero, usual] = [estimate(1000, 0, 1200), estimate(1000, 900, 1100)];
  expect(medianRatio(zero, usual)).toBeNull();
  expect(medianRatio(usual, zero)).toBeNull();
});
