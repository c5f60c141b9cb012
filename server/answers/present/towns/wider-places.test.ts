import { expect, test } from 'vitest';
import { julyRelease } from '../../../../tests/support/july-release.ts';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { rankedSalaries } from '../../../../tests/support/planted-towns.ts';
import { payOfCells } from '../../query/pay-cells.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { groupOf, isSufficient, widerFigures, widerPlaces } from './wider-places.ts';

test('a salary that nearly fills the interval of a wider place is named', () => {
  // 185 salaries 60 centavos apart, half of the records at R$ 1.518,00, and 15 above. The interval of the median of 400
  // begins near record 181.
  const salaries = Uint32Array.from({ length: 400 }, (_, index) =>
    index < 185 ? 140_060 + 60 * index : index < 385 ? 151_800 : 151_900 + index,
  );
  const cell = { occupation: 521_110, region: 3, state: 35, municipality: 350_950, salaries };
  const query = resolveQuery(SearchFilters.parse({ cbo: '521110' }), julyRelease);
  const figures = widerFigures(query, payOfCells([cell]));
  expect(figures).toMatchObject({ median: 1518, medianInterval: { upper: 1518, heap: 1518 } });
  expect(figures?.medianInterval?.lower).toBeLessThan(1518);
});

/** The places around a query, each with its filters of places and its group. */
function placesAround(filters: object) {
  const requested = SearchFilters.parse({ cbo: '521110', ...filters });
  const places = widerPlaces(requested, resolveQuery(requested, julyRelease));
  return places.map(({ label, filters: { regiao, uf, regiaoIbge, municipios, cbo }, group }) => {
    expect([cbo, municipios]).toEqual(['521110', undefined]);
    return [label, regiao ?? uf ?? '', regiaoIbge ?? '', group];
  });
}

const state = ['Todo o estado (São Paulo)', 'SP', '', ['state', 35]];
const region = ['Toda a região Sudeste', '3', '', null];
const country = ['Todo o Brasil', '', '', ['country', 0]];
// IBGE's divisions of 2017.
const immediate = ['Toda a região de Campinas', 'SP', '350038', ['immediateRegion', 350_038]];
const intermediate = [
  'Toda a região intermediária de Campinas',
  'SP',
  '3510',
  ['intermediateRegion', 3510],
];

test('the places around a query are the narrowest ones that have all its municipalities', () => {
  expect(placesAround({ municipios: ['350950'] })).toEqual([
    immediate,
    intermediate,
    state,
    region,
    country,
  ]);
  // Jundiaí is of another immediate region, and Santos of another intermediate one.
  expect(placesAround({ uf: 'SP', municipios: ['350950', '352590'] })).toEqual([
    intermediate,
    state,
    region,
    country,
  ]);
  expect(placesAround({ uf: 'SP', municipios: ['350950', '354850'] })).toEqual([
    state,
    region,
    country,
  ]);
});

test('the places around a state, a region or a region of IBGE leave out the place itself', () => {
  expect(placesAround({ uf: 'SP', regiaoIbge: '3510' })).toEqual([state, region, country]);
  expect(placesAround({ uf: 'SP' })).toEqual([region, country]);
  expect(placesAround({ regiao: '3' })).toEqual([country]);
  expect(placesAround({})).toEqual([]);
});

const query = resolveQuery(SearchFilters.parse({ cbo: '521110' }), julyRelease);
const paid = (count: number) => rankedSalaries(Array.from({ length: count }, () => 150_000));

test('a wider place has figures from 5 records on, and is sufficient from 30', () => {
  expect([undefined, paid(4), paid(5)].map((pay) => widerFigures(query, pay)?.median)).toEqual([
    undefined,
    undefined,
    1500,
  ]);
  const spread = rankedSalaries([100_000, 150_000, 160_000, 170_000, 200_000]);
  expect(widerFigures(query, spread)?.median).toBe(1600);
  expect([undefined, paid(29), paid(30)].map((pay) => isSufficient(query, pay))).toEqual([
    false,
    false,
    true,
  ]);
});

test('the records of a place are those of its group', () => {
  const asked: string[] = [];
  const groups = (dimension: string) => {
    asked.push(dimension);
    return new Map([[35, { ...paid(7), total: 1_050_000n }]]);
  };
  const requested = SearchFilters.parse({ cbo: '521110', municipios: ['350950', '354850'] });
  const places = widerPlaces(requested, resolveQuery(requested, julyRelease));
  // The state, its region, which is in no group, and the country.
  expect(places.map((place) => groupOf(place, { groups })?.count)).toEqual([
    7,
    undefined,
    undefined,
  ]);
  expect(asked).toEqual(['state', 'country']);
});
