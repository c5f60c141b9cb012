import { expect, test } from 'vitest';
import { moneyTicks } from './band-maths.ts';

test('a wide range of salaries has at most six round amounts', () => {
  expect(moneyTicks(95_000, 2_100_000)).toEqual([100_000, 200_000, 500_000, 1_000_000, 2_000_000]);
});

test('a narrow range of salaries has several round amounts too', () => {
  expect(moneyTicks(171_000, 262_500)).toEqual([180_000, 200_000, 220_000, 240_000, 260_000]);
});
