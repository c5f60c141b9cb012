import { expect, test } from 'vitest';
import { named } from '../../../shared/filters/filter.ts';
import { readSearchText, suggestionLookup, withoutOccupation } from './search-text.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';

test.each([
  ['521110', { cbo: '521110' }],
  ['5211-10', { cbo: '521110' }],
  [' 521110 ', { cbo: '521110' }],
  ['521110 - Vendedor de comércio varejista', { cbo: '521110' }],
  ['vendedor', { searchQuery: 'vendedor' }],
  ['52111', { searchQuery: '52111' }],
  ['5211100', { searchQuery: '5211100' }],
  ['521110 vendedor', { searchQuery: '521110 vendedor' }],
  ['521110-Vendedor', { searchQuery: '521110-Vendedor' }],
  ['   ', null],
])('%j is sent as %j', (text, requested) => expect(readSearchText(text)).toEqual(requested));

test.each([
  ['5211-10', { kind: 'code', code: '521110' }],
  ['ven', { kind: 'title', text: 'ven' }],
  ['TI', { kind: 'title', text: 'TI' }],
  ['rh', { kind: 'title', text: 'rh' }],
  ['ve', null],
  ['x'.repeat(121), null],
  ['', null],
  ['521110 - Vendedor', null],
])('%j looks up %j', (text, lookup) => expect(suggestionLookup(text)).toEqual(lookup));

test('a picked occupation reads back as its code', () => {
  const text = named('223505', 'Enfermeiro - auditor');
  expect(readSearchText(text)).toEqual({ cbo: '223505' });
});

test.each([
  [
    { cbo: '521110', cbos: ['521125'] },
    { cbo: undefined, cbos: ['521125'] },
  ],
  [{ cbos: ['521110', '521125'] }, { cbo: undefined, cbos: ['521125'] }],
  [{ searchQuery: 'vendedor' }, { cbo: undefined, cbos: undefined, semCbos: ['521110'] }],
  [
    { familiaCbo: '5211', cbos: ['521110'], semCbos: ['521125'] },
    { cbo: undefined, cbos: undefined, semCbos: ['521125', '521110'] },
  ],
])('%j loses 521110 by %j', (filters, change) => {
  expect(withoutOccupation(SearchFilters.parse(filters), '521110')).toEqual(change);
});
