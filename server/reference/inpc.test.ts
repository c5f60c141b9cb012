import { afterEach, expect, test } from 'vitest';
import { factorsTo, realFactors, useImportedInpc } from './inpc.ts';
import type { PriceFactor } from '../../shared/statistics/deflation.ts';

const asNumber = (factor: PriceFactor | undefined) =>
  Number(factor?.numerator) / Number(factor?.denominator);

afterEach(() => useImportedInpc([]));

// INPC: May 2023 0.36 %, June −0.10 %, July −0.09 %.
test('months are worth what prices rose after them', () => {
  const { realMonth, factors } = realFactors(['202304', '202305', '202306', '202307']);
  expect(realMonth).toBe('202307');
  expect(factors.get('202307')).toEqual({ numerator: 1n, denominator: 1n });
  expect(factors.get('202306')).toEqual({ numerator: 9991n, denominator: 10_000n });
  expect(asNumber(factors.get('202305'))).toBeCloseTo(0.999 * 0.9991, 12);
  expect(asNumber(factors.get('202304'))).toBeCloseTo(1.0036 * 0.999 * 0.9991, 12);
});

// IBGE publishes these changes of each whole year: they check every built-in month.
test.each([
  [2019, 4.48],
  [2020, 5.45],
  [2021, 10.16],
  [2022, 5.93],
  [2023, 3.71],
  [2024, 4.77],
  [2025, 3.9],
])('in %i prices rose %f %', (year, percent) => {
  const before = `${year - 1}12`;
  const factor = asNumber(factorsTo(`${year}12`, [before]).get(before));
  expect((factor - 1) * 100).toBeCloseTo(percent, 2);
});

test('months that are not loaded count all the same', () => {
  expect(asNumber(realFactors(['202304', '202307']).factors.get('202304'))).toBeCloseTo(
    1.0036 * 0.999 * 0.9991,
    12,
  );
});

test('a month after the last index has no factor, nor one long before the first', () => {
  const { realMonth, factors } = realFactors(['201811', '201812', '202606', '209901']);
  expect(realMonth).toBe('202606');
  expect([...factors.keys()].toSorted()).toEqual(['201812', '202606']);
  expect(realFactors(['209901'])).toEqual({ realMonth: null, factors: new Map() });
});

test('an imported month with which a newer product came counts once, and what follows it counts', () => {
  const [last, next] = ['202606', '202607'];
  useImportedInpc([
    { month: last, hundredths: 5000, source: 'importado antes' },
    { month: next, hundredths: 100, source: 'importado antes' },
  ]);
  const { realMonth, factors } = realFactors(['202605', last, next]);
  expect(realMonth).toBe(next);
  expect(asNumber(factors.get(last))).toBeCloseTo(1.01, 12);
  // June 0.14 %.
  expect(asNumber(factors.get('202605'))).toBeCloseTo(1.0014 * 1.01, 12);
});

test('imported months count by their order, in whatever order they are stored', () => {
  const [last, next, newest] = ['202606', '202607', '202608'];
  useImportedInpc([
    { month: newest, hundredths: 200, source: 'importado' },
    { month: next, hundredths: 100, source: 'importado' },
  ]);
  const { realMonth, factors } = realFactors([last, next, newest]);
  expect(realMonth).toBe(newest);
  expect(asNumber(factors.get(next))).toBeCloseTo(1.02, 12);
  expect(asNumber(factors.get(last))).toBeCloseTo(1.01 * 1.02, 12);
});

test('of the months before the first index only the last one has a factor', () => {
  // January 2019 0.36 %.
  expect(factorsTo('201901', ['201811', '201812'])).toEqual(
    new Map([['201812', { numerator: 10_036n, denominator: 10_000n }]]),
  );
});

test('money is brought to a later month than the last one wanted', () => {
  // August 2023 0.20 %, September 0.11 %.
  expect(factorsTo('202309', ['202307'])).toEqual(
    new Map([['202307', { numerator: 10_020n * 10_011n, denominator: 100_000_000n }]]),
  );
});
