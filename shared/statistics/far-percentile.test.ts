import { expect, test } from 'vitest';
import { farPercentileNote } from './far-percentile.ts';

const has = (count: number, tenThousandths: number) =>
  farPercentileNote(count, tenThousandths) !== null;

test('a percentile outside the quartiles needs ten records beyond it', () => {
  // A tenth of 100 records are ten.
  expect([99, 100].map((count) => has(count, 9000))).toEqual([true, false]);
  expect([99, 100].map((count) => has(count, 1000))).toEqual([true, false]);
  // A ten-thousandth of 100,000 records are ten.
  expect([99_999, 100_000].map((count) => has(count, 9999))).toEqual([true, false]);
  expect([2499, 2500, 7500, 7501].map((at) => has(5, at))).toEqual([true, false, false, true]);
});
