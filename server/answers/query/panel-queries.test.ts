import { expect, test } from 'vitest';
import { julyRelease } from '../../../tests/support/july-release.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { shownState, trendQuery } from './panel-queries.ts';
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

test('the trend has the requested months and the twelve loaded ones before them', () => {
  const of2023 = Array.from({ length: 12 }, (_, index) => String(202_301 + index));
  const months = [...of2023, '202402', '202403', '202404'];
  const trendOf = (filters: object) =>
    trendQuery(resolveQuery(SearchFilters.parse(filters), { ...julyRelease, months })).period;
  const march = { periodoInicio: '202403', periodoFim: '202403' };
  expect(trendOf(march)).toEqual({ from: '202302', to: '202403' });
  expect(trendOf({ ...march, periodoInicio: '202402' })).toEqual({ from: '202301', to: '202403' });
  const march2023 = { periodoInicio: '202303', periodoFim: '202303' };
  expect(trendOf(march2023)).toEqual({ from: '202301', to: '202303' });
});
