import { expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/random.ts';
import { pickRanks, salariesAt, type SortedSalaries, wantedRanks } from './pick-ranks.ts';

const random = seededRandom('ranks');
const many = (length: number, pay: () => number) => Uint32Array.from({ length }, pay);
const whole = (most: number) => Math.floor(random() * most);

/** Two lists of sorted salaries, one of them with each salary once. */
function sortedLists(sorted: readonly number[]): SortedSalaries[] {
  const [even, odd] = [0, 1].map((parity) => sorted.filter((_, at) => at % 2 === parity));
  const distinct = [...new Set(even)];
  return [
    {
      salaries: Uint32Array.from(distinct),
      upTo: Uint32Array.from(distinct, (pay) => (even ?? []).lastIndexOf(pay) + 1),
    },
    { salaries: Uint32Array.from(odd ?? []), upTo: null },
  ];
}

test.each([
  ['a few', many(9, () => whole(5))],
  ['very many between close bounds', many(50_000, () => 162_100 + whole(300))],
  ['very many far apart', many(50_000, () => whole(4_294_967_295))],
  ['mostly the same', many(50_000, () => (random() < 0.9 ? 162_100 : whole(20_000_000)))],
  ['all the same', many(50_000, () => 7)],
])('the salaries of ranks are those of the sorted ones: %s', (_, salaries) => {
  const sorted = [...salaries].toSorted((a, b) => a - b);
  const ranks = [
    1,
    2,
    ...[0.1, 0.25, 0.5, 0.75, 0.999].map((at) => Math.ceil(at * salaries.length)),
  ];
  const requested = [...new Set([...ranks, salaries.length])].toSorted((a, b) => a - b);
  const expected = requested.map((rank) => sorted[rank - 1]);
  expect(pickRanks(salaries, requested)).toEqual(expected);
  expect(salariesAt(sortedLists(sorted), requested)).toEqual(expected);
});

test('the wanted ranks are those of the quartiles and of the median’s interval', () => {
  // 50 − 0.98 · √400 = 30.4, so 31, and as many from the other end: 70.
  expect(wantedRanks(100, 4)).toEqual([25, 26, 31, 50, 51, 70, 75, 76]);
  expect(wantedRanks(3, 1)).toEqual([1, 2, 3]);
  expect(wantedRanks(1, 1)).toEqual([1]);
});
