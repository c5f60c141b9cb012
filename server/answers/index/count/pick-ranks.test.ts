import { expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/random.ts';
import { pickRanks } from './pick-ranks.ts';

const random = seededRandom('ranks');
const many = (length: number, pay: () => number) => Uint32Array.from({ length }, pay);
const whole = (most: number) => Math.floor(random() * most);

test.each([
  ['a few', many(9, () => whole(5))],
  ['very many between close bounds', many(50_000, () => 162_100 + whole(300))],
  ['very many far apart', many(50_000, () => whole(4_294_967_295))],
  ['mostly the same', many(50_000, () => (random() < 0.9 ? 162_100 : whole(20_000_000)))],
  ['all the same', many(50_000, () => 7)],
])('the salaries of ranks are those of the sorted ones: %s', (_, pays) => {
  const sorted = [...pays].toSorted((a, b) => a - b);
  const ranks = [1, 2, ...[0.1, 0.25, 0.5, 0.75, 0.999].map((at) => Math.ceil(at * pays.length))];
  const asked = [...new Set([...ranks, pays.length])].toSorted((a, b) => a - b);
  expect(pickRanks(pays, asked)).toEqual(asked.map((rank) => sorted[rank - 1]));
});

test('what is behind the length does not count', () => {
  expect(pickRanks(Uint32Array.of(5, 3, 1, 9).subarray(0, 2), [1, 2])).toEqual([3, 5]);
});
