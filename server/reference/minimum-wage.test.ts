import { afterEach, expect, test } from 'vitest';
import {
  lastCertainWageMonth,
  minimumWageCentavos,
  minimumWagePeriods,
  mteSalaryBounds,
  useImportedMinimumWages,
} from './minimum-wage.ts';

afterEach(() => useImportedMinimumWages([]));

test.each([
  ['201912', 99_800],
  ['202001', 103_900],
  ['202002', 104_500],
  ['202012', 104_500],
  ['202304', 130_200],
  ['202305', 132_000],
  ['202412', 141_200],
  ['202501', 151_800],
  ['202601', 162_100],
  ['202712', 162_100],
])('in %s it is %i centavos', (month, centavos) => {
  expect(minimumWageCentavos(month)).toBe(centavos);
});

test.each(['201812', '202313', '202300', '2023', '2023-01', ''])('refuses "%s"', (month) => {
  expect(() => minimumWageCentavos(month)).toThrow(RangeError);
});

test('periods follow one another without a gap', () => {
  for (const [index, { to }] of minimumWagePeriods.entries()) {
    const next = minimumWagePeriods[index + 1];
    expect(next?.from ?? null).toBe(to === null ? null : monthAfter(to));
  }
});

test('an imported figure with which a newer product came is not in force twice, nor one before it', () => {
  useImportedMinimumWages([
    { from: '202701', centavos: 170_000, source: 'importado antes' },
    { from: '202501', centavos: 151_700, source: 'importado antes' },
    { from: '202601', centavos: 162_000, source: 'importado antes' },
  ]);
  const texts = ['202412', '202501', '202512', '202601', '202612', '202701'];
  expect(texts.map(minimumWageCentavos)).toEqual([
    141_200, 151_800, 151_800, 162_100, 162_100, 170_000,
  ]);
});

test('imported figures are in force by their months, in whatever order they are stored', () => {
  useImportedMinimumWages([
    { from: '202801', centavos: 180_000, source: 'Decreto' },
    { from: '202701', centavos: 170_000, source: 'Decreto' },
  ]);
  const months = ['202612', '202701', '202712', '202801'];
  expect(months.map(minimumWageCentavos)).toEqual([162_100, 170_000, 170_000, 180_000]);
});

test('a minimum wage is certain until the end of the year in which it starts', () => {
  expect(lastCertainWageMonth()).toBe('202612');
  useImportedMinimumWages([{ from: '202705', centavos: 170_000, source: 'Decreto' }]);
  expect(lastCertainWageMonth()).toBe('202712');
});

test('the rule counts from 0.3 to 150 minimum wages', () => {
  // 1,621.00 × 0.3 = 486.30; 1,621.00 × 150 = 243,150.00
  expect(mteSalaryBounds('202609')).toEqual({
    minCentavos: 48_630,
    maxCentavos: 24_315_000,
  });
  // 1,039.00 × 0.3 = 311.70; × 150 = 155,850.00
  expect(mteSalaryBounds('202001')).toEqual({
    minCentavos: 31_170,
    maxCentavos: 15_585_000,
  });
});

test('the rule counts no salary in a month without a known minimum wage', () => {
  const { minCentavos, maxCentavos } = mteSalaryBounds('201812');
  expect(maxCentavos).toBeLessThan(minCentavos);
});

test('the rule counts salaries from the first month with a known minimum wage', () => {
  // 998.00 × 0.3 = 299.40
  expect(mteSalaryBounds('201901').minCentavos).toBe(29_940);
});

test('a bound between two centavos is the upper one', () => {
  useImportedMinimumWages([{ from: '203001', centavos: 200_001, source: 'Decreto' }]);
  // 2,000.01 × 0.3 = 600.003
  expect(mteSalaryBounds('203001').minCentavos).toBe(60_001);
});

function monthAfter(month: string): string {
  const date = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 1));
  return date.toISOString().slice(0, 7).replace('-', '');
}
