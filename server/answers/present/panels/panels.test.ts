import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../../tests/support/official-file.ts';
import type { Panels } from '../../../../shared/contracts/panels.ts';

let installation: Installation;

/** Lines of one group with these salaries in reais. */
const paid = (fields: LineFields, ...reais: readonly number[]): LineFields[] =>
  reais.map((salary) => ({ salary: `${salary},00`, ...fields }));

const campinas = { municipality: '350950' };
const valinhos = { municipality: '355620' };
const pigs = { section: 'C', subclass: '1011201' };
const recife = { uf: '26', region: '2', municipality: '261160' };
const rio = { uf: '33', municipality: '330455' };

// All are shop assistants. Unless stated otherwise: a man of 30 with secondary school in a shop of 20 to 49, in São
// Paulo.
const july = [
  ...paid({}, 2000, 3000, 4000, 5000, 6000),
  ...paid({ ...campinas, sex: '3' }, 1500, 2500, 3500, 8000),
  ...paid(
    { ...recife, section: 'C', subclass: '1011201', age: '56' },
    2000,
    2100,
    2200,
    2300,
    2400,
    2500,
  ),
  ...paid(
    { ...rio, company_size: '99', sex: '9', age: '17', schooling: '99' },
    9000,
    9100,
    9200,
    9300,
  ),
  // Another occupation of the family, with one line that the rule excludes.
  ...paid({ cbo: '521125' }, 1800, 1800),
  ...paid({ cbo: '521125', intermittent: '1' }, 7777),
  // Clerks: enough women and men.
  ...paid({ cbo: '411005', sex: '3' }, 1500, 2500, 3500, 4500, 8000),
  ...paid({ cbo: '411005' }, 2000, 2100, 2200, 2300, 2400, 2500),
  // Cleaners: 29 in Campinas and one elsewhere in the state.
  ...paid({ cbo: '514320', ...campinas }, ...Array<number>(14).fill(2000)),
  ...paid({ cbo: '514320', ...campinas }, ...Array<number>(15).fill(3000)),
  ...paid({ cbo: '514320' }, 2345),
  // Porters: 29 in Campinas, one in Valinhos, of the same immediate region, and five in the capital.
  ...paid({ cbo: '517410', ...campinas }, ...Array<number>(14).fill(2000)),
  ...paid({ cbo: '517410', ...campinas }, ...Array<number>(15).fill(3000)),
  ...paid({ cbo: '517410', ...valinhos }, 2345),
  ...paid({ cbo: '517410' }, 4000, 4000, 4000, 4000, 4000),
  // Bakers: 30 in Campinas and two in Jundiaí, of the same intermediate region.
  ...paid({ cbo: '848305', ...campinas }, ...Array<number>(15).fill(2000)),
  ...paid({ cbo: '848305', ...campinas }, ...Array<number>(15).fill(3000)),
  ...paid({ cbo: '848305', municipality: '352590' }, 2345, 2400),
  // Helpers of the industry: 29 of a subclass, and one of another.
  ...paid({ cbo: '784205', ...pigs }, ...Array<number>(14).fill(2000)),
  ...paid({ cbo: '784205', ...pigs }, ...Array<number>(15).fill(3000)),
  ...paid({ cbo: '784205', section: 'C', subclass: '1012101' }, 2345),
  // Secretaries: the women's salaries are all the same, those of the men all different.
  ...paid({ cbo: '252305', sex: '3' }, ...Array<number>(10).fill(1800)),
  ...paid({ cbo: '252305' }, 2000, 2100, 2200, 2300, 2400, 2500, 2600, 2700, 2800, 2900),
  // One woman of Campinas, whom the exclusion removes.
  ...paid({ ...campinas, sex: '3' }, 100_000),
];
const june = paid({ month: '202306', declared_month: '202306' }, 1400, 1400, 1401, 1402, 1403);
const cancelled = paid({ ...campinas, sex: '3', exclusion_indicator: '0' }, 100_000);

beforeAll(async () => {
  installation = await newInstallation();
  await installation.load(
    await officialFile('CAGEDMOV202306.txt', 'MOV', june),
    await officialFile('CAGEDMOV202307.txt', 'MOV', july),
    await officialFile(
      'CAGEDEXC202308.txt',
      'EXC',
      cancelled.map((line) => ({ ...line, month: '202307' })),
    ),
  );
});
afterAll(() => installation.close());

async function panels(filters: Record<string, unknown>): Promise<Panels> {
  const requested = { cbo: '521110', periodoInicio: '202307', periodoFim: '202307', ...filters };
  const answer = await installation.counted(requested);
  if (answer.panels === null) throw new Error('Nothing was counted.');
  return answer.panels;
}

const noStatistics = { average: null, p25: null, median: null, p75: null, medianInterval: null };
const ofRecife = {
  count: 6,
  average: 2250,
  p25: 2125,
  median: 2250,
  p75: 2375,
  medianInterval: { lower: 2000, upper: 2500 },
};
const few = { suppressed: 'poucos_registros', ...noStatistics };
const protecting = { suppressed: 'protege_outro', ...noStatistics };

describe('the regional panel', () => {
  test('ranks states that have five records or more, and the country; ranks none of fewer than thirty', async () => {
    const { regional } = await panels({});
    expect(regional.states).toEqual([
      // 1500 2000 2500 3000 3500 4000 5000 6000 8000: the interval of nine is from the 2nd to the 8th.
      {
        codigo: 'SP',
        nome: 'São Paulo',
        rank: null,
        count: 9,
        share: 9 / 19,
        suppressed: null,
        average: 3944.44,
        p25: 2500,
        median: 3500,
        p75: 5000,
        medianInterval: { lower: 2000, upper: 6000 },
      },
      { codigo: 'PE', nome: 'Pernambuco', rank: null, count: 6, share: 6 / 19, ...protecting },
      { codigo: 'RJ', nome: 'Rio de Janeiro', rank: null, count: 4, share: 4 / 19, ...few },
    ]);
    expect(regional.rankedStates).toBe(0);
    // The tenth of nineteen.
    expect(regional.country).toMatchObject({ count: 19, share: 1, median: 3000 });
    expect(regional.municipalities).toBeNull();
  });

  test('has every state for any requested place, and the municipalities of its state', async () => {
    const { regional } = await panels({ municipios: ['350950'] });
    expect(regional.states.map(({ codigo, count }) => [codigo, count])).toEqual([
      ['SP', 9],
      ['PE', 6],
      ['RJ', 4],
    ]);
    expect(regional.municipalities).toEqual({
      uf: 'SP',
      nome: 'São Paulo',
      total: 2,
      places: [
        { codigo: '355030', nome: 'São Paulo', rank: null, count: 5, share: 5 / 9, ...protecting },
        { codigo: '350950', nome: 'Campinas', rank: null, count: 4, share: 4 / 9, ...few },
      ],
      // Fewer than thirty records with a municipality that has no figures: none either.
      regions: [
        {
          codigo: '350001',
          nome: 'Região de São Paulo',
          rank: null,
          count: 5,
          share: 5 / 9,
          ...protecting,
        },
        {
          codigo: '350038',
          nome: 'Região de Campinas',
          rank: null,
          count: 4,
          share: 4 / 9,
          ...few,
        },
      ],
    });
    const ofState = (await panels({ uf: 'SP' })).regional;
    expect(ofState.municipalities).toEqual(regional.municipalities);
    expect(ofState.states.map(({ codigo, suppressed }) => [codigo, suppressed])).toEqual([
      ['SP', null],
      ['PE', 'protege_outro'],
      ['RJ', 'poucos_registros'],
    ]);
    // The response shows the capital: the state minus the capital would be Campinas.
    const ofCapital = (await panels({ municipios: ['355030'] })).regional;
    expect(ofCapital.municipalities?.places.map(({ suppressed }) => suppressed)).toEqual([
      null,
      'poucos_registros',
    ]);
    expect(ofCapital.states.find(({ codigo }) => codigo === 'SP')?.suppressed).toBe(
      'protege_outro',
    );
    expect((await panels({ municipios: ['350950', '261160'] })).regional.municipalities).toBeNull();
  });

  test('a region of few records has figures if each of its municipalities has them', async () => {
    // Eleven clerks, all in the capital; the sixth salary is 2,400.
    const clerks = (await panels({ cbo: '411005', uf: 'SP' })).regional.municipalities;
    const figures = { count: 11, suppressed: null, median: 2400 };
    expect(clerks?.places).toMatchObject([{ codigo: '355030', ...figures }]);
    expect(clerks?.regions).toMatchObject([{ codigo: '350001', ...figures, average: null }]);
  });

  // The response has the exact distribution of Campinas: 14 × 2000 and 15 × 3000. With one record more, the median of
  // the thirty would be (that record + 3000) / 2.
  test('suppresses a place that has one to four records more than the answer', async () => {
    const cleaners = (await panels({ cbo: '514320', municipios: ['350950'] })).regional;
    expect(cleaners.country).toEqual({ count: 30, share: 1, ...protecting });
    expect(cleaners.states).toEqual([
      { codigo: 'SP', nome: 'São Paulo', rank: null, count: 30, share: 1, ...protecting },
    ]);
    expect(cleaners.municipalities?.places[0]).toMatchObject({ codigo: '350950', median: 3000 });
    // The whole state is the answer: nothing of it is left to find.
    const ofState = (await panels({ cbo: '514320', uf: 'SP' })).regional;
    expect(ofState.country).toMatchObject({ count: 30, median: 2672.5 });
    expect(ofState.states[0]).toMatchObject({ count: 30, median: 2672.5 });
  });

  test('so it does an immediate region, and shows places that have at least five records more', async () => {
    const porters = (await panels({ cbo: '517410', municipios: ['350950'] })).regional;
    const regionOf = ({ municipalities }: typeof porters) =>
      municipalities?.regions.find(({ codigo }) => codigo === '350038');
    expect(regionOf(porters)).toMatchObject({ count: 30, ...protecting });
    // The 18th of 35.
    expect(porters.country).toMatchObject({ count: 35, median: 3000 });
    expect(porters.states[0]).toMatchObject({ count: 35, median: 3000 });
    // Elsewhere the region is a part of the answer, or has no record of it.
    for (const filters of [{ uf: 'SP' }, { municipios: ['355030'] }])
      expect(regionOf((await panels({ cbo: '517410', ...filters })).regional)).toMatchObject({
        count: 30,
        median: 2672.5,
      });
  });
});

/** The code, count, median and suppression of the regions around the bakers that a query counts. */
const bakersRegions = async (filters: Record<string, unknown>) =>
  (await panels({ cbo: '848305', ...filters })).regional.municipalities?.regions.map(
    ({ codigo, count, median, suppressed }) => [codigo, count, median, suppressed],
  );

test('a region with all but one to four records of the answer has no figures', async () => {
  const jundiai = ['350039', 2, null, 'poucos_registros'];
  // Beside the distribution of the 32, the median of the 30 would reveal that both others are below it.
  for (const filters of [{ regiaoIbge: '3510' }, { municipios: ['350950', '352590'] }])
    expect(await bakersRegions(filters)).toEqual([['350038', 30, null, 'protege_outro'], jundiai]);
  expect(await bakersRegions({ municipios: ['350950'] })).toEqual([
    ['350038', 30, 2500, null],
    jundiai,
  ]);
});

test('company sizes go by the number of employees and the section', async () => {
  // 20 to 49 employees are small in commerce and in industry; 99 is unknown. The total of all sizes would reveal the
  // unknown ones; the total of the requested sizes alone does not.
  for (const [filters, expected] of [
    [{}, null],
    [{ porte: 'PEQUENA' }, 2500],
  ] as const) {
    const { companySize } = await panels(filters);
    expect(companySize.sizes.map(({ porte, count, median }) => [porte, count, median])).toEqual([
      ['MICRO', 0, null],
      ['PEQUENA', 15, expected],
      ['MEDIA', 0, null],
      ['GRANDE', 0, null],
      [null, 4, null],
    ]);
  }
});

describe('the gender panel', () => {
  test('has both genders for any requested gender, and no gap that would reveal a suppressed median', async () => {
    const { gender } = await panels({ genero: 'F' });
    expect(gender.genders).toMatchObject([
      { genero: 'M', count: 11, share: 11 / 19, median: 2400 },
      { genero: 'F', count: 4, median: null },
      { genero: null, count: 4, median: null },
    ]);
    expect(gender.gap).toBeNull();
  });

  test('states the gap of the medians, without an interval where a median has none', async () => {
    const { gap } = (await panels({ cbo: '411005', genero: 'F' })).gender;
    // The third of five women, and between the third and the fourth of six men. Five records have no interval.
    expect(gap).toMatchObject({ women: 3500, men: 2250, difference: 1250, interval: null });
    expect(gap?.percent).toBeCloseTo(1250 / 22.5, 9);
  });

  test('states a gap without an interval where one salary fills the interval of either median', async () => {
    const { genders, gap } = (await panels({ cbo: '252305' })).gender;
    // The second and the ninth of ten.
    expect(genders.map(({ medianInterval }) => medianInterval)).toEqual([
      { lower: 2100, upper: 2800 },
      { lower: 1800, upper: 1800 },
    ]);
    expect(gap).toMatchObject({ women: 1800, men: 2450, difference: -650, interval: null });
  });

  test('has no gap of two suppressed medians: with the distribution, its percentage would reveal both', async () => {
    const { gender } = await panels({ salarioMax: 3500 });
    // Medians of 2500 and 2250.
    expect(gender.genders).toMatchObject([
      { genero: 'M', count: 8, suppressed: 'protege_outro' },
      { genero: 'F', count: 3, suppressed: 'poucos_registros' },
    ]);
    expect(gender.gap).toBeNull();
  });
});

test('the schooling panel has all groups of the product for any requested group', async () => {
  for (const [filters, expected] of [
    [{}, null],
    [{ escolaridade: '80' }, 2500],
    [{ nivelEscolaridade: 'medio' }, 2500],
  ] as const) {
    const { schooling } = await panels(filters);
    expect(schooling.groups).toMatchObject([
      { escolaridade: '5', nome: 'Médio Completo', count: 15, median: expected },
      { escolaridade: '80', nome: 'Não informado', count: 4, median: null },
    ]);
  }
});

test('the age panel has all bands, and states how many are outside', async () => {
  const { age } = await panels({ faixaEtaria: '55+' });
  expect(age.outside).toBe(4);
  expect(age.bands.map(({ faixa, count, median }) => [faixa, count, median])).toEqual([
    ['18-25', 0, null],
    ['26-35', 9, 3500],
    ['36-45', 0, null],
    ['46-55', 0, null],
    ['55+', 6, 2250],
  ]);
  expect(age.bands[1]?.share).toBe(9 / 19);
});

test('the sector panel has sections, most records first', async () => {
  const { sector } = await panels({});
  expect(sector).toMatchObject({ level: 'secao', section: null, total: 2 });
  expect(sector.sectors).toMatchObject([
    { codigo: 'G', nome: 'Comércio, Reparação de Veículos Automotores e Motocicletas', count: 13 },
    { codigo: 'C', nome: 'Indústrias de Transformação', ...ofRecife },
  ]);
});

test('the sector panel has all subclasses of a requested section, also if some are requested', async () => {
  const { sector } = await panels({ secao: 'C', cnaes: ['1011201'] });
  expect(sector).toMatchObject({
    level: 'subclasse',
    section: { codigo: 'C', nome: 'Indústrias de Transformação' },
    sectors: [{ codigo: '1011201', share: 1, ...ofRecife }],
    total: 1,
  });
  expect((await panels({ cnaes: ['1011201'] })).sector.sectors.map(({ count }) => count)).toEqual([
    13, 6,
  ]);
});

// Beside 14 × 2000 and 15 × 3000, the section's median is (the other record + 3000) / 2.
test('the sector panel suppresses a section with one to four records more than the subclasses', async () => {
  const { sectors } = (await panels({ cbo: '784205', cnaes: ['1011201'] })).sector;
  expect(sectors).toMatchObject([{ codigo: 'C', count: 30, ...protecting }]);
  expect((await panels({ cbo: '784205' })).sector.sectors).toMatchObject([
    { codigo: 'C', count: 30, median: 2672.5 },
  ]);
});

test('the trend has the months before the period too, each also in real money', async () => {
  const { trend } = await panels({});
  // INPC of July 2023: −0.09 %. By hand: 1.401,00 × 0,9991 = 1.399,7391, and the mean 1.401,20 × 0,9991 = 1.399,93892.
  expect(trend).toMatchObject({
    realMonth: '202307',
    months: [
      {
        month: '202306',
        isRequested: false,
        count: 5,
        median: 1401,
        average: 1401.2,
        real: { median: 1399.74, average: 1399.94 },
      },
      { month: '202307', isRequested: true, count: 19, median: 3000, real: { median: 3000 } },
    ],
  });
});

test('the family panel has the other occupations of the four digits', async () => {
  const { family } = await panels({});
  expect(family).toMatchObject({
    familia: '5211',
    occupations: [
      { cbo: '521110', titulo: 'Vendedor de comércio varejista', isRequested: true, count: 19 },
      {
        cbo: '521125',
        titulo: 'Repositor de mercadorias',
        isRequested: false,
        count: 2,
        median: null,
      },
    ],
  });
  expect((await panels({ cbo: '' })).family).toBeNull();
  expect((await panels({ cbos: ['225125'] })).family).toBeNull();
  const whole = (await panels({ cbo: '', familiaCbo: '5211' })).family;
  expect(whole?.occupations.map(({ isRequested, count }) => [isRequested, count])).toEqual([
    [true, 19],
    [true, 2],
  ]);
});

test('there are no panels where nothing was counted', async () => {
  expect((await installation.search({ cbo: '225125' })).panels).toBeNull();
});
