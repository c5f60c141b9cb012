import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';
import { seededRandom } from '../../../tests/support/random.ts';

let installation: Installation;

const lines = (count: number, fields: LineFields) => Array.from({ length: count }, () => fields);
const campinas = { municipality: '350950' };
const rio = { uf: '33', municipality: '330455' };
const portoAlegre = { uf: '43', region: '4', municipality: '431490' };
const salvador = { uf: '29', region: '2', municipality: '292740' };
const feira = { ...salvador, municipality: '291080' };
const curitiba = { uf: '41', region: '4', municipality: '410690', cbo: '622020' };
const recife = { uf: '26', region: '2', municipality: '261160' };

beforeAll(async () => {
  installation = await newInstallation();
  await installation.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      ...lines(2, campinas),
      ...lines(1, { ...campinas, sex: '3' }),
      ...lines(4, { ...campinas, cbo: '521125' }),
      ...lines(8, {}),
      ...lines(16, rio),
      ...lines(32, recife),
      ...lines(1, { ...recife, cbo: '225125' }),
      ...lines(29, { ...portoAlegre, cbo: '782305' }),
      ...lines(1, { ...portoAlegre, cbo: '782305', sex: '3' }),
      ...lines(29, { ...portoAlegre, cbo: '782405' }),
      ...lines(5, { ...portoAlegre, cbo: '782405', sex: '3' }),
      ...lines(3, { ...feira, cbo: '515110' }),
      ...lines(30, { ...salvador, cbo: '515110' }),
      ...lines(10, { ...recife, cbo: '515110' }),
      ...lines(29, { ...feira, cbo: '516110' }),
      ...lines(2, { ...salvador, cbo: '516110' }),
      ...lines(28, { ...curitiba, age: '30' }),
      ...lines(2, { ...curitiba, sex: '3', age: '30' }),
      ...lines(12, { ...curitiba, age: '50' }),
    ]),
  );
});
afterAll(() => installation.close());

const medians = async (filters: Record<string, unknown>) =>
  (await installation.search(filters)).relaxed.map(({ label, count, figures }) => [
    label,
    count,
    figures?.median ?? null,
  ]);
const offers = async (filters: Record<string, unknown>) =>
  (await installation.search(filters)).relaxed.map(({ label, count }) => [label, count]);

test('offers the wider places and the family with their records, none with too few for statistics', async () => {
  const requested = { cbo: '521110', uf: 'SP', municipios: ['campinas'], genero: 'M' };
  expect(await offers(requested)).toEqual([
    ['Todo o estado (São Paulo)', 10],
    ['Toda a região Sudeste', 26],
    ['Todo o Brasil', 58],
    ['Toda a família 5211 da CBO', 6],
    // Without the sex there are 3 records, whose response would be a count. No place of São Paulo has 30 records of the occupation, nor of the family: Sudeste has 30 of the family.
    ['Toda a família 5211 da CBO, em toda a região Sudeste', 30],
  ]);
});

const placesAround = async (cbo: string) =>
  (await medians({ cbo, uf: 'BA', municipios: ['291080'] })).slice(0, 3);

test('the first place with enough records has its median, unless it has a few records more', async () => {
  expect(await placesAround('515110')).toEqual([
    ['Todo o estado (Bahia)', 33, 1500],
    ['Toda a região Nordeste', 43, null],
    ['Todo o Brasil', 43, null],
  ]);
  // Beside the 29 records, figures of 31 would reveal two.
  expect(await placesAround('516110')).toEqual([
    ['Todo o estado (Bahia)', 31, null],
    ['Toda a região Nordeste', 31, null],
    ['Todo o Brasil', 31, null],
  ]);
});

test('counts the family in municipalities of several states', async () => {
  expect(await offers({ cbo: '521110', municipios: ['350950', '330455'] })).toEqual([
    ['Todo o Brasil', 59],
    ['Toda a família 5211 da CBO', 23],
    ['Toda a família 5211 da CBO, em todo o Brasil', 63],
  ]);
});

test('no record is of a municipality that no line has', async () => {
  for (const code of ['000000', '999999'])
    expect(await offers({ cbo: '521110', municipios: [code] })).toEqual([
      ['Todo o Brasil', 59],
      ['Toda a família 5211 da CBO, em todo o Brasil', 63],
    ]);
});

test('the filters of each offer select the number of records that it states', async () => {
  const requested = { cbo: '521110', municipios: ['350950'], genero: 'F', faixaEtaria: '26-35' };
  const { relaxed, totalCount } = await installation.search(requested);
  expect(totalCount).toBe(1);
  expect(relaxed.map(({ label, count }) => [label, count])).toEqual([
    ['Sem os filtros de gênero e de faixa etária, em todo o Brasil', 59],
  ]);
  for (const { filters, count } of relaxed)
    expect((await installation.search(filters)).totalCount).toBe(count);
});

test('offers nothing from 30 records on, and no relaxed query with as many records', async () => {
  expect(await offers({ cbo: '521110', uf: 'PE' })).toEqual([]);
  expect(await offers({ genero: 'F' })).toEqual([['Sem o filtro de gênero', 244]]);
});

test('the median without a filter, where no place has enough records of the family with it', async () => {
  expect(await medians({ cbo: '521110', uf: 'PE', genero: 'F' })).toEqual([
    ['Sem o filtro de gênero', 32, 1500],
  ]);
});

test('gives no median of fewer than five records more than the answer has', async () => {
  const men = { uf: 'RS', genero: 'M' };
  expect((await installation.search({ ...men, cbo: '782305' })).totalCount).toBe(29);
  expect(await medians({ ...men, cbo: '782305' })).toEqual([
    ['Sem o filtro de gênero', 30, null],
    ['Todas as ocupações', 58, 1500],
  ]);
  expect(await medians({ ...men, cbo: '782405' })).toEqual([['Sem o filtro de gênero', 34, 1500]]);
});

test('of the queries without a filter, the one with the fewest records that may be shown has the median', async () => {
  const requested = { cbo: '622020', uf: 'PR', genero: 'M', faixaEtaria: '26-35' };
  expect(await medians(requested)).toEqual([
    // Beside the 28 records, figures of 30 would reveal two.
    ['Sem o filtro de gênero', 30, null],
    ['Sem os filtros de gênero e de faixa etária', 42, null],
    ['Sem o filtro de faixa etária', 40, 1500],
  ]);
});

test('offers all occupations where no place has enough records of the family', async () => {
  // One record of the family in the country, of another state; 15 of all occupations in São Paulo, 31 in Sudeste.
  expect(await offers({ cbo: '225125' })).toEqual([['Todas as ocupações', 244]]);
  expect(await medians({ cbo: '225125', uf: 'SP' })).toEqual([
    ['Todas as ocupações, em toda a região Sudeste', 31, 1500],
  ]);
});

test('without any one filter, and without all, there are as many records as a search of it has', async () => {
  const random = seededRandom('relaxed');
  const oneOf = (...values: string[]) => values[Math.floor(random() * values.length)] ?? '';
  const mixed = Array.from({ length: 1500 }, () => ({
    sex: oneOf('1', '3', '9'),
    schooling: oneOf('7', '9', '80', ''),
    age: oneOf('19', '33', '48', ''),
    company_size: oneOf('1', '4', '7', '99'),
    section: oneOf('G', 'H', ''),
    subclass: oneOf('4711301', '4921301'),
    race: oneOf('1', '3'),
    hours: oneOf('44,00', '20,00'),
  }));
  await installation.loadApproved(
    await officialFile(
      'CAGEDMOV202308.txt',
      'MOV',
      mixed.map((line) => ({ month: '202308', declared_month: '202308', ...line })),
    ),
  );
  const requested = [
    { genero: 'F', escolaridade: '5', faixaEtaria: '26-35', porte: 'PEQUENA' },
    { genero: 'M', cnaes: ['4711301'], raca: '1', horas: '40-44', escolaridade: '80' },
    { secao: 'G', cnaes: ['4921301'], nivelEscolaridade: 'superior', faixaEtaria: '18-25' },
  ];
  for (const own of requested) {
    const { relaxed } = await installation.search({ ...own, periodoInicio: '202308' });
    expect(relaxed.length).toBeGreaterThan(3);
    for (const { filters, count } of relaxed)
      expect((await installation.counted(filters)).totalCount).toBe(count);
  }
});
