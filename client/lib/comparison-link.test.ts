import { expect, test } from 'vitest';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { readComparisonLink, writeComparisonLink } from './comparison-link.ts';
import { parseUrlState, stringifyUrlState } from './url-state.ts';

const selection = (filters: object) => SearchFilters.parse(filters);
const roundTrip = (selections: Parameters<typeof writeComparisonLink>[0], release?: number) =>
  readComparisonLink(parseUrlState(stringifyUrlState(writeComparisonLink(selections, release))));

test('selections and the release come back from the address', () => {
  const selections = [
    selection({ cbo: '010105', uf: 'SP', municipios: ['355030', '350950'] }),
    selection({ searchQuery: 'médico & cia = 1', metodo: 'bruto' }),
  ];
  expect(roundTrip(selections, 3)).toEqual({ selections, release: 3, rejected: [] });
  expect(roundTrip(selections.slice(0, 1))).toEqual({
    selections: selections.slice(0, 1),
    rejected: [],
  });
  expect(readComparisonLink({})).toEqual({ selections: [], rejected: [] });
});

test('names of selections, which earlier links have, are reported as ignored', () => {
  expect(readComparisonLink({ s: ['uf=SP'], nome: ['Meu time'] })).toEqual({
    selections: [selection({ uf: 'SP' })],
    rejected: ['nomes das seleções'],
  });
});

test('what is wrong is left out and reported, and there are five at most', () => {
  const link = readComparisonLink({ s: ['uf=SP&genero=X', 'utm=1', ''], release: 'x' });
  expect(link.selections).toEqual([selection({ uf: 'SP' })]);
  expect(link.rejected).toEqual(['genero=X', 'release=x']);
  expect(link.release).toBeUndefined();
  const seven = Array.from({ length: 7 }, (_, index) =>
    selection({ regiao: '3', salarioMin: index + 1 }),
  );
  expect(roundTrip(seven).selections).toEqual(seven.slice(0, 5));
  expect(roundTrip(seven).rejected).toEqual(['mais de 5 seleções']);
});
