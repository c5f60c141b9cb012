import { expect, test } from 'vitest';
import { SearchFilters } from '../contracts/search.ts';

const isAccepted = (filters: object) => SearchFilters.safeParse(filters).success;
const codes = (length: number, first: number) =>
  Array.from({ length }, (_, at) => String(first + at));

test('an amount is from zero to a thousand million reais, in whole centavos', () => {
  for (const salarioMin of [0, 0.01, 1518.1, '1518.10', 1_000_000_000]) {
    expect([salarioMin, isAccepted({ salarioMin })]).toEqual([salarioMin, true]);
  }
  for (const salarioMin of [-0.01, 1518.105, '1518,10', 1_000_000_000.01]) {
    expect([salarioMin, isAccepted({ salarioMin })]).toEqual([salarioMin, false]);
  }
});

test('a month is from 01 to 12', () => {
  const accepted = ['202300', '202301', '202312', '202313'].map((periodoFim) =>
    isAccepted({ periodoFim }),
  );
  expect(accepted).toEqual([false, true, true, false]);
});

test('a region has one of the official codes 1 to 5 and 9', () => {
  const regions = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '19'];
  expect(regions.filter((regiao) => isAccepted({ regiao }))).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '9',
  ]);
});

test.each([
  ['cbos', 20, 411_005],
  ['semCbos', 200, 411_005],
  ['cnaes', 20, 4_711_301],
  ['municipios', 200, 350_010],
])('a list of %s has at most %i codes', (field, most, first) => {
  const others = field === 'semCbos' ? { searchQuery: 'vendedor' } : {};
  expect(isAccepted({ ...others, [field]: codes(most, first) })).toBe(true);
  expect(isAccepted({ ...others, [field]: codes(most + 1, first) })).toBe(false);
});

test('a search has at most 120 characters', () => {
  expect(isAccepted({ searchQuery: 'a'.repeat(120) })).toBe(true);
  expect(isAccepted({ searchQuery: 'a'.repeat(121) })).toBe(false);
});
