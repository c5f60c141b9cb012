import { expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/random.ts';
import { emptyCode } from '../../../platform/warehouse/empty-values.ts';
import { bitOfFlag } from '../format/line-columns.ts';
import { indexedCodes, monthSections } from './month-lines.ts';

test('codes are stored once, ascending, and each line has the index of its own', () => {
  const found = indexedCodes(Uint32Array.of(355030, 0, 9_999_999, 355030, 110001, 355030));
  expect([...found.codes]).toEqual([0, 110001, 355030, 9_999_999]);
  expect([...found.indexes]).toEqual([2, 0, 3, 2, 1, 2]);
  expect([...indexedCodes(Uint32Array.of(1, emptyCode('UInt32'))).codes]).toEqual([
    1,
    emptyCode('UInt32'),
  ]);
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

test('more codes than 16 bits can number are refused', () => {
  const all = Uint32Array.from({ length: 65_537 }, (_, code) => code);
  expect(indexedCodes(all.subarray(1)).codes).toHaveLength(65_536);
  expect(() => indexedCodes(all)).toThrow('more than 65536 codes');
});

/** A line: balance, weight, occupation, salary (null for none), details, and traits if they are not 0. */
type Line = readonly [number, number, number, number | null, number, traits?: number];

function sectionsOf(lines: readonly Line[]) {
  const columns = {
    balance: Int8Array.from(lines, ([balance]) => balance),
    weight: Int8Array.from(lines, ([, weight]) => weight),
    cbo: Uint32Array.from(lines, ([, , cbo]) => cbo),
    pay: Uint32Array.from(lines, ([, , , pay]) => pay ?? 0),
    known: Uint8Array.from(lines, ([, , , pay]) => Number(pay !== null)),
    traits: Uint32Array.from(lines, ([, , , , , traits]) => traits ?? 0),
    details: Uint16Array.from(lines, ([, , , , details]) => details),
    municipality: new Uint32Array(lines.length),
    subclass: new Uint32Array(lines.length),
  };
  const column = (name: string) =>
    Object.entries(columns).find(([own]) => own === name)?.[1] ?? new Uint8Array();
  return monthSections({ rows: lines.length, column });
}

const cancelled = 2 ** bitOfFlag('cancelled');

test('each line of weight −1 cancels one equal line and is not stored', () => {
  const found = sectionsOf([
    [1, 1, 200, 500, 7],
    [1, -1, 200, 500, 7],
    [1, 1, 200, 500, 7],
    [1, 1, 200, 500, 8],
    [1, -1, 300, 500, 8],
    [-1, 1, 200, 500, 7],
    [1, 1, 200, null, 7],
  ]);
  // Admissions: usual lines, then the cancelled one; then dismissals.
  expect([...found['occupation.details']]).toEqual([7, 7, 8, 7, 7]);
  expect([...found['occupation.traits']]).toEqual([0, 0, 0, cancelled, 0]);
  expect([...found['salary.traits']]).toEqual([0, 0, 0, cancelled, 0]);
});

test('lines of weight −1 cancel equal lines of both kinds of file', () => {
  const late = 2 ** bitOfFlag('late');
  const found = sectionsOf([
    [1, 1, 200, 500, 7],
    [1, 1, 200, 500, 7, late],
    [1, -1, 200, 500, 7, late],
    [1, -1, 200, 500, 7, late],
  ]);
  expect([...found['salary.traits']]).toEqual([cancelled, late + cancelled]);
});

test('lines are in both orders, those without a salary first', () => {
  const found = sectionsOf([
    [1, 1, 300, 900, 1],
    [1, 1, 200, 70_000, 2],
    [1, 1, 100_000, 0, 3],
    [1, 1, 200, 300, 4],
    [-1, 1, 200, 100, 5],
    [1, 1, 300, null, 6],
  ]);
  expect([...found['occupation.details']]).toEqual([4, 2, 6, 1, 3, 5]);
  expect([...found['salary.details']]).toEqual([6, 3, 4, 1, 2, 5]);
  // Of each run: occupation, kind, start, first line with a salary, end, and its salaries in `distinct`.
  const runs = [
    [200, 0, 0, 0, 2, 0, 4],
    [300, 0, 2, 3, 4, 4, 6],
    [100_000, 0, 4, 4, 5, 6, 8],
    [200, 2, 5, 5, 6, 8, 10],
  ];
  expect([...found['occupation.runs']]).toEqual(runs.flat());
  expect([...found['salary.runs']]).toEqual([0, 0, 0, 1, 5, 0, 8, 0, 2, 5, 5, 6, 8, 10]);
  expect([...found['salary.distinct']]).toEqual([0, 300, 900, 70_000, 2, 3, 4, 5, 100, 6]);
});

test('admissions come before dismissals whatever the occupation, also where it is empty', () => {
  const empty = emptyCode('UInt32');
  const found = sectionsOf([
    [-1, 1, empty, 100, 1],
    [1, 1, empty, 100, 2],
    [-1, 1, 200, 100, 3],
    [1, 1, 200, 100, 4],
    [-1, 1, 2 ** 31, 100, 5],
  ]);
  expect([...found['occupation.details']]).toEqual([4, 2, 3, 5, 1]);
  const runs = [
    [200, 0, 0, 0, 1, 0, 2],
    [empty, 0, 1, 1, 2, 2, 4],
    [200, 2, 2, 2, 3, 4, 6],
    [2 ** 31, 2, 3, 3, 4, 6, 8],
    [empty, 2, 4, 4, 5, 8, 10],
  ];
  expect([...found['occupation.runs']]).toEqual(runs.flat());
});
