import { expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/random.ts';
import { allCodes, numberedCodes } from './code-numbers.ts';

const emptyText = 2 ** 32 - 1;

/** The codes of one column, and the place of each row's. */
function places(column: Uint32Array) {
  const own = numberedCodes(column);
  const { codes, placesOf } = allCodes([own.codes]);
  return { codes, places: [...own.numbers].map((number) => placesOf[0]?.[number]) };
}

test('codes are stored once, ascending, and each line has the place of its own', () => {
  const found = places(Uint32Array.of(355030, 0, emptyText, 355030, 110001, 355030));
  expect([...found.codes]).toEqual([0, 110001, 355030, emptyText]);
  expect(found.places).toEqual([2, 0, 3, 2, 1, 2]);
  expect([...places(new Uint32Array()).codes]).toEqual([]);
});

test('the codes of two columns have places in one list', () => {
  const [first, second] = [Uint32Array.of(30, 10, 30), Uint32Array.of(20, 10)].map(numberedCodes);
  expect([...(first?.numbers ?? [])]).toEqual([0, 1, 0]);
  expect([...(second?.numbers ?? [])]).toEqual([0, 1]);
  const { codes, placesOf } = allCodes([first, second].flatMap((own) => own?.codes ?? []));
  expect([...codes]).toEqual([10, 20, 30]);
  expect(placesOf.map((own) => [...own])).toEqual([
    [2, 0],
    [1, 0],
  ]);
});

test('thousands of codes, near one another and far apart, stay separate', () => {
  const random = seededRandom('codes');
  const column = Uint32Array.from({ length: 30_000 }, (_, row) =>
    row % 2 === 0 ? 1_000_000 + Math.floor(random() * 5_000) : Math.floor(random() * 2 ** 32),
  );
  const found = places(column);
  expect([...found.codes]).toEqual([...new Set(column)].toSorted((one, other) => one - other));
  expect(found.places.map((place) => found.codes[place ?? -1])).toEqual([...column]);
});

test('more codes than 16 bits tell apart are refused', () => {
  const all = Uint32Array.from({ length: 65_537 }, (_, code) => code);
  expect(places(all.subarray(1)).codes).toHaveLength(65_536);
  expect(() => places(all)).toThrow('65537 codes');
  expect(() => allCodes([all.subarray(1), all.subarray(0, 1)])).toThrow('65537 codes');
});
