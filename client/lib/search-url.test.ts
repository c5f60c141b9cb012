import { expect, test } from 'vitest';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { parseUrlState, stringifyUrlState } from './url-state.ts';
import { readSearchLink, writeSearchLink } from './search-url.ts';

function roundTrip(filters: SearchFilters) {
  return readSearchLink(parseUrlState(stringifyUrlState(writeSearchLink(filters))));
}

test('a link reproduces the whole query', () => {
  const filters = SearchFilters.parse({
    searchQuery: 'técnico & auxiliar, 50% + comissão',
    regiao: '3',
    uf: 'SP',
    municipios: ['355030', '350950'],
    salarioMin: 1518,
    salarioMax: 9999.99,
    genero: 'F',
    escolaridade: '10',
    faixaEtaria: '55+',
    cbos: ['010105'],
    familiaCbo: '0101',
    porte: 'MICRO',
    secao: 'Z',
    cnaes: ['0111301', '9999999'],
    contrato: 'intermitente',
    horas: 'ate-20',
    nivelEscolaridade: 'pos',
    raca: '5',
    deficiencia: '6',
    periodoInicio: '202508',
    periodoFim: '202607',
    movimentacao: 'todas',
    metodo: 'bruto',
    serie: 'declarada',
  });
  expect(roundTrip(filters)).toEqual({ filters, isRequested: true, rejected: [] });
});

test('a release is stored, and a wrong one reported', () => {
  const filters = SearchFilters.parse({ uf: 'SP' });
  expect(stringifyUrlState(writeSearchLink(filters, 7))).toBe('?uf=SP&release=7');
  expect(readSearchLink({ uf: 'SP', release: '7' })).toMatchObject({ release: 7, rejected: [] });
  expect(readSearchLink({ release: '7' }).isRequested).toBe(false);
  for (const release of ['x', '0', '1.5']) {
    const link = readSearchLink({ uf: 'SP', release });
    expect(link.release).toBeUndefined();
    expect(link.rejected).toEqual([`release=${release}`]);
  }
});

test('one municipality stays a list, and a code keeps its zeros', () => {
  const filters = SearchFilters.parse({ cbo: '010105', municipios: ['355030'] });
  expect(roundTrip(filters).filters).toEqual(filters);
});

test("IBGE's seven digits stand for the six that the list of municipalities has", () => {
  expect(readSearchLink({ municipios: ['3550308', 'Campinas'] }).filters.municipios).toEqual([
    '355030',
    'Campinas',
  ]);
});

test('defaults are not written', () => {
  expect(stringifyUrlState(writeSearchLink(SearchFilters.parse({ uf: 'SP' })))).toBe('?uf=SP');
});

test('an empty link runs no query; a period alone queries all of it', () => {
  expect(readSearchLink({}).isRequested).toBe(false);
  expect(readSearchLink({ page: '2', utm_source: 'x' }).isRequested).toBe(false);
  expect(readSearchLink({ periodoInicio: '202607' }).isRequested).toBe(true);
});

test('a wrong value is left out and reported, the rest stands', () => {
  const link = readSearchLink({ uf: 'SP', genero: 'X', salarioMin: '-1' });
  expect(link.filters).toEqual(SearchFilters.parse({ uf: 'SP' }));
  expect(link.rejected).toEqual(['salarioMin=-1', 'genero=X']);
});
