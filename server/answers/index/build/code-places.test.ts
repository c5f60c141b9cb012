import { expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/random.ts';
import { codesOf, placesOf } from './sort-lines.ts';

const emptyText = 2 ** 32 - 1;

test('codes are stored once, ascending, and each line has the place of its own', () => {
  const [one, other] = [
    Uint32Array.of(355030, 0, emptyText, 355030),
    Uint32Array.of(110001, 355030),
  ];
  const codes = codesOf(Uint32Array.of(...one, ...other));
  expect([...codes]).toEqual([0, 110001, 355030, emptyText]);
  expect([...placesOf(one, codes)]).toEqual([2, 0, 3, 2]);
  expect([...placesOf(other, codes)]).toEqual([1, 2]);
  expect([...codesOf(new Uint32Array())]).toEqual([]);
});

test('thousands of codes, near one another and far apart, stay separate', () => {
  const random = seededRandom('codes');
  const column = Uint32Array.from({ length: 30_000 }, (_, row) =>
    row % 2 === 0 ? 1_000_000 + Math.floor(random() * 5_000) : Math.floor(random() * 2 ** 32),
  );
  const codes = codesOf(column);
  expect([...codes]).toEqual([...new Set(column)].toSorted((one, other) => one - other));
  const places = placesOf(column, codes);
  expect([...places].map((place) => codes[place])).toEqual([...column]);
});

test('more codes than 16 bits tell apart are refused', () => {
  const all = Uint32Array.from({ length: 65_537 }, (_, code) => code);
  expect(codesOf(all.subarray(1))).toHaveLength(65_536);
  expect(() => codesOf(all)).toThrow('65537 codes');
});
