import { expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/random.ts';
import { pickRanks } from './pick-ranks.ts';

const random = seededRandom('ranks');
const many = (length: number, pay: () => number) => Uint32Array.from({ length }, pay);
const whole = (most: number) => Math.floor(random() * most);

/** Two lists of the distinct salaries with their counts, each with every other salary. */
function distinctLists(salaries: readonly number[]) {
  return [0, 1].map((parity) => {
    const counts = new Map<number, number>();
    for (const [at, pay] of salaries.entries()) {
      if (at % 2 === parity) counts.set(pay, (counts.get(pay) ?? 0) + 1);
    }
    return { pays: Uint32Array.from(counts.keys()), copies: Uint32Array.from(counts.values()) };
  });
}

test.each([
  ['a few', many(9, () => whole(5))],
  ['very many between close bounds', many(50_000, () => 162_100 + whole(300))],
  ['very many far apart', many(50_000, () => whole(4_294_967_295))],
  ['mostly the same', many(50_000, () => (random() < 0.9 ? 162_100 : whole(20_000_000)))],
  ['all the same', many(50_000, () => 7)],
])('the salaries of ranks are those of the sorted ones: %s', (_, pays) => {
  const sorted = [...pays].toSorted((a, b) => a - b);
  const ranks = [1, 2, ...[0.1, 0.25, 0.5, 0.75, 0.999].map((at) => Math.ceil(at * pays.length))];
  const requested = [...new Set([...ranks, pays.length])].toSorted((a, b) => a - b);
  const expected = requested.map((rank) => sorted[rank - 1]);
  expect(pickRanks([{ pays }], pays.length, requested)).toEqual(expected);
  expect(pickRanks(distinctLists(sorted), pays.length, requested)).toEqual(expected);
});

test('values beyond the length are ignored', () => {
  expect(pickRanks([{ pays: Uint32Array.of(5, 3, 1, 9).subarray(0, 2) }], 2, [1, 2])).toEqual([
    3, 5,
  ]);
});
