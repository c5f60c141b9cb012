import { expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/random.ts';
import { codesOf, indexesOf } from './month-lines.ts';

const emptyText = 2 ** 32 - 1;

/** The codes of one column, and the index of each row's. */
function indexed(column: Uint32Array) {
  const codes = codesOf(column);
  return { codes, indexes: [...indexesOf(column, codes)] };
}

test('codes are stored once, ascending, and each line has the index of its own', () => {
  const found = indexed(Uint32Array.of(355030, 0, emptyText, 355030, 110001, 355030));
  expect([...found.codes]).toEqual([0, 110001, 355030, emptyText]);
  expect(found.indexes).toEqual([2, 0, 3, 2, 1, 2]);
  expect([...indexed(new Uint32Array()).codes]).toEqual([]);
});

test('thousands of codes, near one another and far apart, stay separate', () => {
  const random = seededRandom('codes');
  const column = Uint32Array.from({ length: 30_000 }, (_, row) =>
    row % 2 === 0 ? 1_000_000 + Math.floor(random() * 5_000) : Math.floor(random() * 2 ** 32),
  );
  const found = indexed(column);
  expect([...found.codes]).toEqual([...new Set(column)].toSorted((one, other) => one - other));
  expect(found.indexes.map((index) => found.codes[index])).toEqual([...column]);
});

test('more codes than 16 bits tell apart are refused, and so is a code that is not listed', () => {
  const all = Uint32Array.from({ length: 65_537 }, (_, code) => code);
  expect(indexed(all.subarray(1)).codes).toHaveLength(65_536);
  expect(() => codesOf(all)).toThrow('65537 codes');
  expect(() => indexesOf(Uint32Array.of(1, 7), Uint32Array.of(1))).toThrow(RangeError);
});
