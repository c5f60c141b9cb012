import { expect, test } from 'vitest';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { shownState } from './panel-queries.ts';
import { resolveQuery } from './salary-query.ts';

const release = {
  number: 1,
  publishedAt: '',
  isSynthetic: false,
  months: ['202307'],
  firstMonth: '202307',
  files: [],
  batches: [],
  designEffects: new Map(),
};

test.each([
  [{}, null],
  [{ uf: 'SP' }, 35],
  [{ municipios: ['355030', '350950'] }, 35],
  [{ municipios: ['355030', '330455'] }, null],
  // Codes that begin with no state's code.
  [{ municipios: ['999999'] }, null],
  [{ municipios: ['100001'] }, null],
  [{ municipios: ['000000'] }, null],
])('of %j, the state with code %j is shown', (filters, state) => {
  expect(shownState(resolveQuery(SearchFilters.parse(filters), release))).toBe(state);
});
