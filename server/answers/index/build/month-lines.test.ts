import { expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/random.ts';
import { indexedCodes } from './month-lines.ts';

test('codes are stored once, ascending, and each line has the index of its own', () => {
  const found = indexedCodes(Uint32Array.of(355030, 0, 9_999_999, 355030, 110001, 355030));
  expect([...found.codes]).toEqual([0, 110001, 355030, 9_999_999]);
  expect([...found.indexes]).toEqual([2, 0, 3, 2, 1, 2]);
  expect([...indexedCodes(new Uint32Array()).codes]).toEqual([]);
});

test('thousands of codes, near one another and far apart, stay separate', () => {
  const random = seededRandom('codes');
  const column = Uint32Array.from({ length: 30_000 }, (_, row) =>
    row % 2 === 0 ? 1_000_000 + Math.floor(random() * 5_000) : Math.floor(random() * 10_000_000),
  );
  const found = indexedCodes(column);
  expect([...found.codes]).toEqual([...new Set(column)].toSorted((one, other) => one - other));
  expect(Array.from(found.indexes, (index) => found.codes[index])).toEqual([...column]);
});

test('more codes than 16 bits tell apart are refused, and so is a code above that of an empty one', () => {
  const all = Uint32Array.from({ length: 65_537 }, (_, code) => code);
  expect(indexedCodes(all.subarray(1)).codes).toHaveLength(65_536);
  expect(() => indexedCodes(all)).toThrow('65537 codes');
  expect(() => indexedCodes(Uint32Array.of(1, 10_000_001))).toThrow(RangeError);
});
