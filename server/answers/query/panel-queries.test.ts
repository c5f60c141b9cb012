import { expect, test } from 'vitest';
import { julyRelease } from '../../../tests/support/july-release.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { shownState } from './panel-queries.ts';
import { resolveQuery } from './salary-query.ts';

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
  expect(shownState(resolveQuery(SearchFilters.parse(filters), julyRelease))).toBe(state);
});
