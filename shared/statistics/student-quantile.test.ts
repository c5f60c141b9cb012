import { expect, test } from 'vitest';
import { studentReach } from './student-quantile.ts';

test('is the two-sided quantile of the tables', () => {
  // Fisher and Yates, "Statistical Tables", table III: 5 % and 20 %.
  for (const [level, freedom, quantile] of [
    [0.95, 1, 12.706],
    [0.95, 2, 4.303],
    [0.95, 5, 2.571],
    [0.95, 30, 2.042],
    [0.8, 3, 1.638],
    [0.8, 10, 1.372],
    [0.95, 1e9, 1.96],
  ] as const)
    expect(studentReach(level, freedom)).toBeCloseTo(quantile, 2);
  // Between whole numbers it lies between theirs.
  expect(studentReach(0.95, 5.5)).toBeGreaterThan(2.447);
  expect(studentReach(0.95, 5.5)).toBeLessThan(2.571);
});
