import { expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/random.ts';
import { numberedCodes } from './sort-lines.ts';

const emptyText = 2 ** 32 - 1;

test('codes are stored once, ascending, and each line has the place of its own', () => {
  const column = Uint32Array.of(355030, 0, emptyText, 355030, 110001, 355030);
  const { codes, places } = numberedCodes(column);
  expect([...codes]).toEqual([0, 110001, 355030, emptyText]);
  expect([...places]).toEqual([2, 0, 3, 2, 1, 2]);
  expect([...numberedCodes(new Uint32Array()).codes]).toEqual([]);
});

test('thousands of codes, near one another and far apart, stay separate', () => {
  const random = seededRandom('codes');
  const column = Uint32Array.from({ length: 30_000 }, (_, row) =>
    row % 2 === 0 ? 1_000_000 + Math.floor(random() * 5_000) : Math.floor(random() * 2 ** 32),
  );
  const { codes, places } = numberedCodes(column);
  expect([...codes]).toEqual([...new Set(column)].toSorted((one, other) => one - other));
  expect([...places].map((place) => codes[place])).toEqual([...column]);
});

test('more codes than 16 bits tell apart are refused', () => {
  const all = Uint32Array.from({ length: 65_537 }, (_, code) => code);
  expect(numberedCodes(all.subarray(1)).codes).toHaveLength(65_536);
  expect(() => numberedCodes(all)).toThrow('65537 codes');
});
