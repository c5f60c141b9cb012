import { expect, test } from 'vitest';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { emptyWarehouse } from '../../../../tests/support/empty-warehouse.ts';
import { julyRelease } from '../../../../tests/support/july-release.ts';
import { regionsOfTown } from '../../../reference/ibge-regions.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { marketCells, withSearchMedians } from './market-cells.ts';

const [campinas, jundiai, saoPaulo, santos, saoJose] = [
  350_950, 352_590, 355_030, 354_850, 354_990,
];

/** A row of the engine: of a family or its occupation, in the whole state or a municipality. */
const row = (isFamily: number, isPlace: number, town: number, records: number) => ({
  isFamily,
  isPlace,
  family: 5211,
  occupation: isFamily === 1 ? 0 : 521_110,
  town,
  centavos: [200_000],
  registros: [records],
});

/**
 * What is published of one occupation in a state with these records by municipality, where the family has `others`
 * records of other occupations.
 */
async function publishedOf(
  towns: readonly (readonly [town: number, records: number])[],
  others = 0,
) {
  const all = towns.reduce((sum, [, records]) => sum + records, 0);
  const rows = [
    row(1, 1, 0, all + others),
    row(0, 1, 0, all),
    ...towns.map(([town, records]) => row(0, 0, town, records)),
  ];
  const warehouse = { ...emptyWarehouse, rows: async () => JSON.parse(JSON.stringify(rows)) };
  const query = resolveQuery(SearchFilters.parse({ uf: 'SP' }), julyRelease);
  const { cells, omitted } = await marketCells(
    warehouse,
    { query, families: ['5211'], split: 'municipalities' },
    { timeoutMs: 1000 },
  );
  return {
    families: cells.filter(({ ocupacao }) => ocupacao === null).length,
    parts: cells.flatMap(({ ocupacao, municipio, regiao_ibge: region }) =>
      ocupacao === null ? [] : [municipio ?? region ?? 'state'],
    ),
    omitted: omitted.map(({ municipio }) => municipio),
  };
}

test('the municipalities of these tests are in two regions of IBGE, one in a third', () => {
  const wider = [campinas, jundiai, saoPaulo, santos, saoJose].map(
    (town) => regionsOfTown(town)?.intermediate,
  );
  expect(wider).toEqual(['3510', '3510', '3501', '3501', '3511']);
});

test('of the regions that would reveal few records of a state, the one with the largest rest is left out', async () => {
  // Outside both wider regions are 3 records. Outside their listed parts are 10 of Campinas and 20 of São Paulo.
  const { parts, omitted } = await publishedOf([
    [campinas, 40],
    [jundiai, 10],
    [santos, 20],
    [saoJose, 3],
    [saoPaulo, 40],
  ]);
  expect(parts).toContain('3510');
  expect(parts).not.toContain('3501');
  expect(parts).toEqual(expect.arrayContaining(['state', '350950', '355030']));
  expect(omitted).toEqual([]);
});

test('without a region with a rest, the smallest part of the state is left out', async () => {
  const { parts, omitted } = await publishedOf([
    [campinas, 45],
    [saoJose, 3],
    [saoPaulo, 40],
  ]);
  expect(parts).toEqual(expect.arrayContaining(['state', '3510', '350950']));
  expect(omitted).toEqual(['355030']);
});

test('five records outside the listed parts reveal nothing', async () => {
  const { parts, omitted } = await publishedOf([
    [campinas, 45],
    [saoJose, 5],
    [saoPaulo, 40],
  ]);
  expect(parts).toEqual(expect.arrayContaining(['3510', '350950', '3501', '355030']));
  expect(omitted).toEqual([]);
});

test.each([
  [0, 1],
  [1, 0],
  [4, 0],
  [5, 1],
])(
  'of a family with %d records of other occupations, %d cells are published',
  async (others, cells) => {
    expect((await publishedOf([[campinas, 60]], others)).families).toBe(cells);
  },
);

test('a cell of 29 records is not published', async () => {
  const { parts } = await publishedOf([
    [campinas, 29],
    [saoPaulo, 30],
  ]);
  expect(parts).toContain('355030');
  expect(parts).not.toContain('350950');
});

test('only the cell of a whole state has the median of a search, where the search has one', () => {
  const cell = {
    familia: '5211',
    ocupacao: '521110',
    municipio: null,
    centavos: [200_000],
    registros: [40],
  };
  const town = { ...cell, municipio: '350950' };
  const medianWith = (records: number, median: number | null) =>
    withSearchMedians([cell, town], new Map([[521_110, { records, median }]]));
  expect(medianWith(45, 190_000)).toEqual([{ ...cell, mediana_pesquisa: 190_000 }, town]);
  expect(medianWith(40, 190_000)[0]).toHaveProperty('mediana_pesquisa', 190_000);
  // Beside the cell's distribution, the median of four records more would reveal those.
  expect(medianWith(44, 190_000)).toEqual([cell, town]);
  expect(medianWith(45, null)).toEqual([cell, town]);
});
