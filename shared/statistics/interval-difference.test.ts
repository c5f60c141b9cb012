import { expect, test } from 'vitest';
import { mayDifferByChance } from './interval-difference.ts';

const about = (median: number, below: number, above: number) => ({
  median,
  medianInterval: { lower: median - below, upper: median + above },
});

test('takes the halves that face each other: √(30² + 40²) = 50', () => {
  expect(mayDifferByChance(about(1050, 30, 900), about(1000, 900, 40))).toBe(true);
  expect(mayDifferByChance(about(1051, 30, 900), about(1000, 900, 40))).toBe(false);
  expect(mayDifferByChance(about(1000, 900, 40), about(1050, 30, 900))).toBe(true);
  expect(mayDifferByChance(about(1000, 900, 40), about(1051, 30, 900))).toBe(false);
});

test('cannot exclude chance without both intervals', () => {
  expect(mayDifferByChance({ median: 9000, medianInterval: null }, about(1000, 1, 1))).toBe(true);
  expect(mayDifferByChance(about(9000, 1, 1), { median: 1000, medianInterval: null })).toBe(true);
});
