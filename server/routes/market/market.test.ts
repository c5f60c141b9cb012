import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MarketCells, MarketNames } from '../../../shared/contracts/market.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';

let installation: Installation;
let served: Served;

const times = (count: number, fields: LineFields): LineFields[] =>
  Array.from({ length: count }, () => fields);
const campinas = { municipality: '350950' };
const recife = { region: '2', uf: '26', municipality: '261160' };

// Family 5211. São Paulo (state): 521110 has 30 in the capital and 29 in Campinas; 521140 has 3. Recife: 521110 has 4.
const lines = [
  ...times(20, { salary: '2200,00' }),
  ...times(9, { salary: '2000,00', hours: '40,00' }),
  { salary: '2000,01', hours: '42,00' },
  ...times(29, { salary: '1760,00', ...campinas }),
  ...times(3, { salary: '9000,00', cbo: '521140' }),
  ...times(4, { salary: '1500,00', ...recife }),
  // None of these is a full-time contract by the rule: less than 40 hours, unknown hours, an apprentice, intermittent
  // work.
  ...times(9, { salary: '1300,00', hours: '36,00' }),
  ...times(9, { salary: '1300,00', hours: '' }),
  ...times(9, { salary: '1300,00', apprentice: '1' }),
  ...times(9, { salary: '1300,00', intermittent: '1' }),
  ...times(9, { salary: '8000,00', balance: '-1' }),
  ...times(9, { salary: '8000,00', cbo: '411010' }),
  // Rio has 30, Niterói 31 and Nova Friburgo two.
  ...times(30, { salary: '2000,00', cbo: '411005', uf: '33', municipality: '330455' }),
  ...times(31, { salary: '2000,00', cbo: '411005', uf: '33', municipality: '330330' }),
  ...times(2, { salary: '2000,00', cbo: '411005', uf: '33', municipality: '330340' }),
  // Campinas has 60, Valinhos, of the same regions, three, and Santos ten.
  ...times(60, { salary: '2000,00', cbo: '717020', ...campinas }),
  ...times(3, { salary: '2000,00', cbo: '717020', municipality: '355620' }),
  ...times(10, { salary: '2000,00', cbo: '717020', municipality: '354850' }),
  // 30 full-time contracts of each, with two and with five others.
  ...['782510', '782515'].flatMap((cbo, at) => [
    ...times(30, { salary: '2000,00', cbo }),
    ...times(2 + 3 * at, { salary: '1700,00', hours: '36,00', cbo }),
  ]),
  // In Florianópolis, families with four and five records besides 30 of an occupation, and of five and four in all.
  ...Object.entries({ 354125: 30, 354130: 4, 354205: 30, 354210: 5, 354305: 5, 354405: 4 }).flatMap(
    ([cbo, count]) =>
      times(count, { salary: '2000,00', cbo, region: '4', uf: '42', municipality: '420540' }),
  ),
];

beforeAll(async () => {
  installation = await newInstallation();
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', lines));
  served = await serve(installation);
});
afterAll(async () => {
  await served.close();
  await installation.close();
});

const call = (query: string) => served.call('CLIENT', { url: `/api/market/cells?${query}` });
const cells = async (query: string) => MarketCells.parse((await call(query)).json());
const namesOf = ({ celulas }: MarketCells) =>
  celulas.map(({ ocupacao, municipio }) => [ocupacao, municipio]);

const wholesOf = async (family: string) =>
  (await cells(`familias=${family}&uf=SC`)).celulas
    .filter(({ municipio, regiao_ibge: own }) => municipio === null && own === undefined)
    .map(({ ocupacao, registros }) => [ocupacao, registros]);

describe('GET /api/market/cells', () => {
  test('brings each salary to 44 hours, and reports a family, its occupations and these by municipality', async () => {
    // 2000,00 for 40 hours are 2200,00 for 44; 2000,01 for 42 are 2095,2486, so 2095,25.
    const capital = { centavos: [209_525, 220_000], registros: [1, 29] };
    const state = { centavos: [176_000, 209_525, 220_000], registros: [29, 1, 29] };
    expect(await cells('familias=5211&uf=SP')).toEqual({
      periodo: { inicio: '202307', fim: '202307' },
      completude: { state: 'complete', months: 1, withoutMov: [] },
      celulas: [
        // The family's own cell is missing: the family has three more records, which its figures would disclose. With
        // any hours: 27 of 1.300,00, 29 of 1.760,00, then 30 higher ones; the 43rd and the 44th of 86 have 1.760,00.
        {
          familia: '5211',
          ocupacao: '521110',
          municipio: null,
          ...state,
          mediana_pesquisa: 176_000,
        },
        // Campinas has 29 records, one too few.
        { familia: '5211', ocupacao: '521110', municipio: '355030', ...capital },
        // Its regions of IBGE have the same records.
        ...['350001', '3501'].map((region) => ({
          familia: '5211',
          ocupacao: '521110',
          municipio: null,
          regiao_ibge: region,
          ...capital,
        })),
      ],
      omitidos: [],
      // Too few municipalities for a model.
      estimativas: [],
    });
  });

  test('states wider places without their municipalities, and on the release that is named', async () => {
    const inAll = await cells('familias=5211&release=1');
    expect(namesOf(inAll)).toEqual([['521110', null]]);
    expect(inAll.celulas[0]?.registros).toEqual([4, 29, 1, 29]);
    expect((await cells('familias=5211&regiao=3')).celulas[0]?.registros).toEqual([29, 1, 29]);
  });

  test('states nothing of fewer than five records', async () => {
    expect((await cells('familias=5211&uf=PE')).celulas).toEqual([]);
    expect((await cells('familias=5211&regiao=2')).celulas).toEqual([]);
    expect((await cells('familias=0101&uf=SP')).celulas).toEqual([]);
  });

  test('states a family with five records, unless fewer than five are outside its occupations', async () => {
    expect(await wholesOf('3541')).toEqual([['354125', [30]]]);
    expect(await wholesOf('3542')).toEqual([
      [null, [35]],
      ['354205', [30]],
    ]);
    expect(await wholesOf('3543')).toEqual([[null, [5]]]);
    expect(await wholesOf('3544')).toEqual([]);
  });

  test('states no median of a search that counts only a few records more', async () => {
    const { celulas } = await cells('familias=7825&regiao=3');
    const medians = celulas.map(({ ocupacao, mediana_pesquisa: median }) => [ocupacao, median]);
    expect(medians).toEqual([
      [null, undefined],
      ['782510', undefined],
      ['782515', 200_000],
    ]);
  });

  test('states none from which fewer than five would follow', async () => {
    // The state's figures are shown; with those of Rio and Niterói they would disclose the two of Nova Friburgo.
    const inRio = await cells('familias=4110&uf=RJ');
    expect(namesOf(inRio)).toEqual([
      [null, null],
      ['411005', null],
      ['411005', '330330'],
    ]);
    // Rio has enough records: its estimate would be that of a place without any.
    expect(inRio.omitidos).toEqual([{ ocupacao: '411005', municipio: '330455' }]);
  });

  test('leaves out a region from which fewer than five would follow, and not its municipality', async () => {
    const { celulas, omitidos } = await cells('familias=7170&uf=SP');
    expect(
      celulas.map(({ ocupacao, municipio, regiao_ibge: own }) => [ocupacao, municipio, own]),
    ).toEqual([
      [null, null, undefined],
      ['717020', null, undefined],
      ['717020', '350950', undefined],
    ]);
    expect(omitidos).toEqual([]);
  });

  test('states several families in one answer, each as by itself', async () => {
    for (const place of ['uf=SP', 'uf=RJ', 'regiao=3', 'release=1']) {
      const [first, second, both] = await Promise.all([
        cells(`familias=4110&${place}`),
        cells(`familias=5211&${place}`),
        cells(`familias=5211,0101,4110,5211&${place}`),
      ]);
      expect(both.celulas).toEqual([...first.celulas, ...second.celulas]);
    }
    const inAll = await cells('familias=4110,5211');
    expect(inAll.celulas.map(({ familia, ocupacao }) => [familia, ocupacao])).toEqual([
      ['4110', null],
      ['4110', '411005'],
      ['5211', '521110'],
    ]);
  });

  test('are what the search counts, where all have 44 hours', async () => {
    const { distribution } = await installation.search({
      familiaCbo: '5211',
      uf: 'SP',
      municipios: ['350950'],
      metodo: 'integral',
    });
    expect(distribution).toEqual({ centavos: [176_000], counts: [29] });
  });

  test.each([
    ['familias=521', 'familias'],
    ['familias=5211,', 'familias'],
    ['uf=SP', 'familias'],
    [`familias=${Array.from({ length: 21 }, (_, index) => 5211 + index).join(',')}`, 'familias'],
    ['familias=5211&uf=XX', 'uf'],
    ['familias=5211&uf=SP&regiao=3', 'regiao'],
    ['familias=5211&regiao=9', 'regiao'],
    ['familias=5211&release=0', 'release'],
  ])('refuses %s', async (query, field) => {
    const answer = await call(query);
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
  });

  test('is closed to viewers, who see whom to contact', async () => {
    const answer = await served.call('VIEWER', { url: '/api/market/cells?familias=5211&uf=SP' });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).toMatch(/^Seu papel não permite comparar folhas/);
  });
});

test('GET /api/market/names states what jobs and places are called, and how common the jobs are', async () => {
  const answer = await served.call('CLIENT', { url: '/api/market/names' });
  const { nomes, frequencias, familias, municipios } = MarketNames.parse(answer.json());
  expect(nomes).toContainEqual(['521110', 'Vendedor de comércio varejista', true]);
  expect(nomes).toContainEqual(['514320', 'Auxiliar de limpeza', false]);
  expect(nomes.filter(([, , isTitle]) => isTitle)).toHaveLength(2694);
  expect(familias['5211']).toBe('Operadores do comércio em lojas e mercados');
  expect(municipios).toContainEqual(['350950', 'Campinas', 'SP', '350038']);
  expect(frequencias['521110']).toBeGreaterThan(frequencias['521140'] ?? Infinity);
});
