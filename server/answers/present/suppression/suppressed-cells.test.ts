import { expect, test } from 'vitest';
import { suppressedBesideDistribution, suppressedCells } from './suppressed-cells.ts';

const all = (counts: Record<string, number>) => new Set(Object.keys(counts));
const reasons = (counts: Record<string, number>, known = [all(counts)]) =>
  Object.fromEntries(suppressedCells(new Map(Object.entries(counts)), known, 5));

test('four records are suppressed with the mean of a larger group, five are shown', () => {
  expect(reasons({ a: 4, b: 9, c: 5, d: 70, e: 71 })).toEqual({
    a: 'poucos_registros',
    d: 'so_a_media',
  });
  expect(reasons({ a: 5, b: 9, c: 70 })).toEqual({});
});

test('a group of thirty protects by its mean, groups of twenty-nine are the last choice and lose everything', () => {
  expect(reasons({ a: 3, b: 29, c: 30 })).toEqual({ a: 'poucos_registros', c: 'so_a_media' });
  expect(reasons({ a: 3, b: 28, c: 29 })).toEqual({ a: 'poucos_registros', b: 'protege_outro' });
});

test('with the distribution shown, a group with all but a few of the records loses all its figures', () => {
  const beside = (counts: Record<string, number>, known = [all(counts)]) =>
    Object.fromEntries(suppressedBesideDistribution(new Map(Object.entries(counts)), known, 5));
  expect(beside({ a: 4, b: 400 })).toEqual({ a: 'poucos_registros', b: 'protege_outro' });
  expect(beside({ a: 2, b: 3, c: 400 })).toEqual({
    a: 'poucos_registros',
    b: 'poucos_registros',
  });
  const places = { state: 402, capital: 400, rest: 2 };
  const known = [new Set(['state']), all(places)];
  expect(beside(places, known)).toEqual({ rest: 'poucos_registros', capital: 'protege_outro' });
});

test('of race and disability twenty-nine records are suppressed, thirty are shown', () => {
  const counts = new Map(Object.entries({ a: 29, b: 30, c: 400 }));
  expect(Object.fromEntries(suppressedCells(counts, [new Set(counts.keys())], 30))).toEqual({
    a: 'poucos_sensiveis',
    b: 'so_a_media',
  });
});

test('two small groups protect each other from five records on, and no empty one does', () => {
  expect(reasons({ a: 4, b: 1, c: 6 })).toEqual({
    a: 'poucos_registros',
    b: 'poucos_registros',
  });
  expect(reasons({ a: 3, b: 1, c: 6, d: 0 })).toEqual({
    a: 'poucos_registros',
    b: 'poucos_registros',
    c: 'protege_outro',
    d: 'sem_registros',
  });
});

test('without a known total, only the small group is suppressed', () => {
  expect(reasons({ a: 2, b: 9 }, [])).toEqual({ a: 'poucos_registros' });
  expect(reasons({ a: 2, b: 9 }, [new Set(['b'])])).toEqual({ a: 'poucos_registros' });
});

test('a value that the answer itself shows is not suppressed for another: that would protect nothing', () => {
  const counts = { total: 12, a: 3, b: 9 };
  expect(reasons(counts, [all(counts), new Set(['b'])])).toEqual({
    a: 'poucos_registros',
    total: 'protege_outro',
  });
});

test('a group suppressed for one total is protected in the others', () => {
  const counts = { country: 29, north: 3, south: 6, east: 20, capital: 2, rest: 4 };
  const states = new Set(['country', 'north', 'south', 'east']);
  const ofSouth = new Set(['south', 'capital', 'rest']);
  expect(reasons(counts, [states, ofSouth])).toMatchObject({
    north: 'poucos_registros',
    south: 'protege_outro',
    capital: 'poucos_registros',
    rest: 'poucos_registros',
  });
});

test('which of two equal groups protects does not depend on their order', () => {
  const expected = { a: 'poucos_registros', c: 'protege_outro' };
  expect(reasons({ a: 3, c: 8, d: 8 })).toEqual(expected);
  expect(reasons({ d: 8, c: 8, a: 3 })).toEqual(expected);
});

test('a cell with all but a few records keeps the reason that it has for itself', () => {
  const counts = new Map(Object.entries({ a: 4, b: 3 }));
  const known = [new Set(counts.keys())];
  expect(Object.fromEntries(suppressedBesideDistribution(counts, known, 5))).toEqual({
    a: 'poucos_registros',
    b: 'poucos_registros',
  });
});

test.each([
  [4, 'protege_outro'],
  [5, 'so_a_media'],
])('beside the distribution, a cell with all but %d records: %s', (others, expected) => {
  const counts = new Map(Object.entries({ a: others, b: 400 }));
  const suppressed = suppressedBesideDistribution(counts, [new Set(counts.keys())], 30);
  expect(suppressed.get('b')).toBe(expected);
});

test('a mean that protects a cell of one total needs another unknown mean in each of its other totals', () => {
  // Without c, the second total minus c and d would give the mean of b, and the first total minus b the mean of a.
  const counts = { a: 3, b: 40, c: 50, d: 60 };
  const totals = [new Set(['a', 'b']), new Set(['b', 'c', 'd'])];
  const expected = { a: 'poucos_registros', b: 'so_a_media', c: 'so_a_media' };
  expect(reasons(counts, totals)).toEqual(expected);
  expect(reasons(counts, totals.toReversed())).toEqual(expected);
});

test('a cell that is a total beside empty cells is known, and is not suppressed for another', () => {
  // The second total has the records of b alone, so the mean of b is published whatever else is suppressed.
  const totals = [new Set(['a', 'b']), new Set(['b', 'z'])];
  expect(reasons({ a: 3, b: 9, z: 0 }, totals)).toEqual({
    a: 'poucos_registros',
    z: 'sem_registros',
  });
});

test('a cell that is a total with a cell known by itself keeps its quartiles', () => {
  const counts = new Map(Object.entries({ a: 40, b: 50, c: 20 }));
  const known = [new Set(['a', 'c']), new Set(['a', 'b']), new Set(['b'])];
  expect(Object.fromEntries(suppressedBesideDistribution(counts, known, 30))).toEqual({
    a: 'so_a_media',
    c: 'poucos_sensiveis',
  });
});
