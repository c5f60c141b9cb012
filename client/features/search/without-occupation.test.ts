import { expect, test } from 'vitest';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { withoutOccupation } from './without-occupation.ts';

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
