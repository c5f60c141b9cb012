import { expect, test } from 'vitest';
import { spikesOf } from './spikes.ts';

/** `single` salaries of one record each, one centavo apart from R$ 5.000,00, and `heaps` below them. */
function around(single: number, ...heaps: [centavos: number, count: number][]) {
  const tail = Array.from({ length: single }, (_, index) => 500_000 + index);
  return {
    centavos: [...heaps.map(([centavos]) => centavos), ...tail],
    counts: [...heaps.map(([, count]) => count), ...tail.map(() => 1)],
  };
}

test('a salary of many is told, with its share and whether it is the minimum wage', () => {
  // 100 records at 92 salaries: an even spread gives each 1.09, and 2 % is 2.
  expect(spikesOf(around(90, [141_200, 6], [200_000, 4]), 141_200)).toEqual([
    { centavos: 141_200, count: 6, share: 0.06, isMinimumWage: true },
  ]);
  // 6 of 101: 6 · 92 = 552, five times 101 is 505; and 5 · 92 = 460 is too few.
  expect(spikesOf(around(90, [141_200, 6], [200_000, 5]), null)).toEqual([
    { centavos: 141_200, count: 6, share: 6 / 101, isMinimumWage: false },
  ]);
});

test('needs a fiftieth of the records', () => {
  expect(spikesOf(around(980, [100_000, 20]), null)).toHaveLength(1);
  expect(spikesOf(around(981, [100_000, 20]), null)).toEqual([]);
});

test('an even spread over few salaries has none', () => {
  expect(spikesOf({ centavos: [1, 2, 3, 4], counts: [25, 25, 25, 25] }, 1)).toEqual([]);
});

test('a small sample has none', () => {
  expect(spikesOf(around(19, [100_000, 10]), null)).toEqual([]);
  expect(spikesOf(around(19, [100_000, 11]), null)).toHaveLength(1);
});

test('at most five are told, those of most records first', () => {
  const heaps = [10, 11, 12, 13, 14, 15].map((count): [number, number] => [count * 1000, count]);
  expect(spikesOf(around(100, ...heaps), null).map(({ count }) => count)).toEqual([
    15, 14, 13, 12, 11,
  ]);
});
