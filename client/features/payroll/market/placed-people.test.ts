import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { MarketCell, MarketCells, MarketNames } from '../../../../shared/contracts/market.ts';
import { PlaceFinder } from '../matching/find-places.ts';
import { complete } from '../../../../tests/support/sample-completeness.ts';
import { requestKey, KnownMarket, nextRequests, regionsOf } from './market-ladder.ts';
import { TitleFinder } from '../matching/match-titles.ts';
import { dailyHoursText, outlierText, PayrollWords, repeatedText } from './payroll-words.ts';
import { plausiblePay } from './position.ts';
import { jobsOf, placedPeople, ReferenceAmounts } from './placed-people.ts';
import { readPeople } from '../reading/read-people.ts';
import { readRollFile } from '../reading/read-roll-file.ts';
import { otherPayText, recognisedColumns } from '../reading/roll-columns.ts';
import { totalGroups, totalOf, totalsBy } from '../figures/totals.ts';

const names: MarketNames = {
  nomes: [
    ['521110', 'Vendedor de comércio varejista', true],
    ['521110', 'Vendedor', false],
    ['411005', 'Auxiliar de escritório', true],
    ['411010', 'Assistente administrativo', true],
    ['010205', 'Oficial da aeronáutica', true],
  ],
  frequencias: { '521110': 9 },
  familias: {},
  municipios: [
    ['350950', 'Campinas', 'SP', '350038'],
    ['330070', "Bom Jesus d'Oeste", 'RJ', '330010'],
    ['290390', 'Bom Jesus', 'PB', '250008'],
    ['220190', 'Bom Jesus', 'PI', '220011'],
    ['432380', 'Xangri-lá', 'RS', '430000'],
    ['293020', 'Sento Sé', 'BA', '290000'],
  ],
  regioes: [
    ['350038', 'Região de Campinas', '3510'],
    ['3510', 'Região intermediária de Campinas', ''],
  ],
};
const finders = { titles: new TitleFinder(names), places: new PlaceFinder(names) };
const regionOf = regionsOf(names);

const rollOf = (lines: readonly string[]) => {
  const [header = [], ...rows] = lines.map((line) => line.split(';'));
  const table = { header, headerRow: 1, rows, notes: [] };
  return readPeople({ table, columns: recognisedColumns(header), fileName: 'folha.csv' }, finders);
};

type OwnCell = Omit<MarketCell, 'familia'>;
const cell = (
  ocupacao: string | null,
  municipio: string | null,
  pairs: readonly (readonly [number, number])[],
): OwnCell => ({
  ocupacao,
  municipio,
  centavos: pairs.map(([reais]) => reais * 100),
  registros: pairs.map(([, records]) => records),
});

/** A market that knows the salespeople of São Paulo. */
function marketOfSaoPaulo(cells: Pick<MarketCells, 'celulas'> & Partial<MarketCells>): KnownMarket {
  const market = new KnownMarket();
  market.learn(
    { family: '5211', place: { kind: 'uf', uf: 'SP' } },
    { periodo: null, completude: complete, omitidos: [], estimativas: [], ...cells },
  );
  return market;
}

test('places are found by name, with their state or alone where no other has the name', () => {
  const { places } = finders;
  expect(places.find('campinas', '')).toEqual({ municipality: '350950', uf: 'SP', problem: null });
  expect(places.find('Campinas/SP', 'São Paulo').municipality).toBe('350950');
  expect(places.find('CAMPINAS - sp', '').municipality).toBe('350950');
  expect(places.find('3509502', '').municipality).toBe('350950');
  expect(places.find("Bom Jesus d'Oeste", 'RJ').municipality).toBe('330070');
  expect(places.find('', 'sp')).toEqual({ municipality: null, uf: 'SP', problem: null });
  expect(places.find('Bom Jesus', '').problem).toMatch('em mais de um estado');
  expect(places.find('Bom Jesus', 'PI').municipality).toBe('220190');
  expect(places.find('Lugar Nenhum', 'SP')).toMatchObject({ municipality: null, uf: 'SP' });
  expect(places.find('Campinas', 'XX').problem).toBe('a UF “XX” não existe: use a sigla, como SP');
  for (const state of ['PI - Piauí', 'Piauí (PI)', '22', 'Piauí']) {
    expect(places.find('Bom Jesus', state).municipality).toBe('220190');
  }
  expect(places.find('Campinas', '-').municipality).toBe('350950');
  for (const state of ['PI', 'pi', 'Piauí']) {
    expect(places.find(state, '')).toEqual({ municipality: null, uf: 'PI', problem: null });
  }
  expect(places.find('SP', 'RJ')).toMatchObject({
    uf: 'RJ',
    problem: 'o município “SP” não foi encontrado em RJ: use o nome completo ou o código do IBGE',
  });
  for (const town of ['Campinas SP', 'Campinas – SP', 'Campinas (SP)', 'Campinas | SP']) {
    expect(places.find(town, '')).toEqual({ municipality: '350950', uf: 'SP', problem: null });
  }
  expect(places.find('XANGRI-LA', '').municipality).toBe('432380');
  expect(places.find('Sento Se', 'BA').municipality).toBe('293020');
});

test('a town with the name of a state is the town', () => {
  const places = new PlaceFinder({
    municipios: [...names.municipios, ['355030', 'São Paulo', 'SP', '350001']],
  });
  expect(places.find('São Paulo', '')).toEqual({
    municipality: '355030',
    uf: 'SP',
    problem: null,
  });
  expect(places.find('SP', '')).toEqual({ municipality: null, uf: 'SP', problem: null });
});

test('a code counts with its state and spaces, and an unknown town or code is a remark', () => {
  const { places } = finders;
  const campinas = { municipality: '350950', uf: 'SP', problem: null };
  expect(places.find(' 3509502 ', 'SP')).toEqual(campinas);
  expect(places.find('350950', ' SP ')).toEqual(campinas);
  expect(places.find('9999999', '')).toEqual({
    municipality: null,
    uf: null,
    problem: 'o código de município “9999999” não existe: use o do IBGE',
  });
  expect(places.find('Lugar Nenhum', '')).toEqual({
    municipality: null,
    uf: null,
    problem:
      'o município “Lugar Nenhum” não foi encontrado: use o nome completo ou o código do IBGE',
  });
});

test('a state beside a municipality of another state is a remark, and neither is used', () => {
  for (const town of ['Campinas/SP', 'Campinas - SP', '3509502', 'Bom Jesus/PI']) {
    expect(finders.places.find(town, 'RJ')).toEqual({
      municipality: null,
      uf: null,
      problem: `o município “${town}” não fica em RJ: corrija o município ou a UF`,
    });
  }
  const { people, doubts } = rollOf(['cargo;salário;cidade;uf', 'Vendedor;2.310,00;3509502;RJ']);
  expect(people).toMatchObject([{ municipality: null, uf: null }]);
  expect(doubts).toEqual([
    {
      row: 2,
      text: 'o município “3509502” não fica em RJ: corrija o município ou a UF (usamos o lugar mais amplo conhecido)',
    },
  ]);
});

test('a title that is or abbreviates the name of two occupations is doubtful', () => {
  const titles = new TitleFinder({
    nomes: [
      ['411005', 'Auxiliar de escritório', true],
      ['331105', 'Auxiliar de escola', true],
      ['782310', 'Motorista de furgão', true],
      ['782405', 'Motorista de ônibus', true],
      ['782310', 'Motorista', false],
      ['782405', 'Motorista', false],
    ],
    frequencias: {},
  });
  expect(titles.match('Motorista', null).confidence).toBe('duvidosa');
  expect(titles.match('Aux. esc.', null).confidence).toBe('duvidosa');
  expect(titles.match('Motorista de ônibus', null)).toEqual({
    code: '782405',
    confidence: 'igual',
  });
});

test('a title that names a whole trade is the occupation “em geral” of the CBO', () => {
  const titles = new TitleFinder({
    nomes: [
      ['422105', 'Recepcionista, em geral', true],
      ['422120', 'Recepcionista de hotel', true],
      ['422125', 'Recepcionista de banco', true],
    ],
    frequencias: { '422125': 900 },
  });
  expect(titles.match('RECEPCIONISTA', null)).toEqual({ code: '422105', confidence: 'igual' });
  expect(titles.match('Recepcionista bilíngue', null).confidence).toBe('duvidosa');
});

test('each match of a title has a confidence, and a CBO code in the payroll takes precedence', () => {
  const { titles } = finders;
  expect(titles.match('VENDEDORA', null)).toEqual({ code: '521110', confidence: 'boa' });
  expect(titles.match('Vendedor', null)).toEqual({ code: '521110', confidence: 'igual' });
  expect(titles.match('Vendedor', '411005')).toEqual({ code: '411005', confidence: 'codigo' });
  for (const title of ['Vendedor', 'VENDEDORA']) {
    expect(titles.match(title, '987654')).toEqual({
      code: '521110',
      confidence: 'duvidosa',
      unknownCbo: '987654',
    });
  }
  expect(titles.match('', '987654')).toEqual({
    code: null,
    confidence: 'nenhuma',
    unknownCbo: '987654',
  });
  expect(titles.match('Vendedor interplanetário', null)).toMatchObject({ confidence: 'duvidosa' });
  // A misspelt title, and one that a longer name narrows.
  expect(titles.match('Vendedro', null)).toEqual({ code: '521110', confidence: 'duvidosa' });
  expect(titles.match('Oficial', null)).toEqual({ code: '010205', confidence: 'duvidosa' });
  expect(titles.match('Aux. escrit.', null)).toEqual({ code: '411005', confidence: 'boa' });
  // No word of a name is near enough; a name only looks similar.
  expect(['Vemdidoor', 'Escriturário'].map((title) => titles.match(title, null).code)).toEqual([
    null,
    null,
  ]);
  expect(titles.match('xyzw', null)).toEqual({ code: null, confidence: 'nenhuma' });
  expect(titles.offers('4110').map(({ code }) => code)).toEqual(['411005', '411010']);
  // The official title, beside the synonym that found it.
  expect(titles.offers('vendedor')[0]).toEqual({
    code: '521110',
    title: 'Vendedor de comércio varejista',
    foundBy: 'Vendedor',
  });
});

test('people are placed in the narrowest cells with 30 records, and their costs are added up', () => {
  const roll = rollOf([
    'nome;cargo;município;salário;horas;sexo;área',
    'Ana;Vendedor;Campinas;1.500,00;44;F;Loja',
    'Beto;Vendedor;Campinas;1.500,00;22;M;Loja',
    'Carla;Auxiliar de escritório;Campinas;3.000,00;;F;Escritório',
    'Davi;Oficial da aeronáutica;Campinas;5.000,00;44;M;',
    'Eva;Vendedor;Campinas;2.000 / 2.500;44;F;Loja',
    ';;;;;;',
    'Fabio;;Campinas;2.000,00;44;M;Loja',
  ]);
  expect(roll.refused).toEqual([
    { row: 6, text: 'há mais de um valor no salário (“2.000 / 2.500”): deixe um só' },
    { row: 8, text: 'não há cargo nem CBO: preencha um dos dois' },
  ]);

  const market = new KnownMarket();
  const requested: string[][] = [];
  const answers: Readonly<Record<string, readonly OwnCell[]>> = {
    // 40 vendedores in Campinas: 10 × 1.000, 20 × 2.000, 10 × 3.000.
    '5211 SP': [
      cell('521110', null, [[9000, 99]]),
      cell('521110', '350950', [
        [1000, 10],
        [2000, 20],
        [3000, 10],
      ]),
    ],
    // Auxiliares have too few records in the state; the region has 30 at 2.400.
    '4110 SP': [cell(null, null, [[2000, 50]])],
    '4110 3': [cell('411005', null, [[2400, 30]])],
  };
  for (;;) {
    const requests = nextRequests(jobsOf(roll, {}), market, regionOf);
    if (requests.length === 0) break;
    requested.push(requests.map(requestKey));
    // One response contains the families of all the queries.
    const celulas = requests.flatMap((request) =>
      (answers[requestKey(request)] ?? []).map((own) => ({ ...own, familia: request.family })),
    );
    for (const request of requests)
      market.learn(request, {
        celulas,
        periodo: null,
        completude: complete,
        omitidos: [],
        estimativas: [],
      });
  }
  // One query for each family and place, narrow ones first; the officer's family is queried everywhere and found
  // nowhere.
  expect(requested).toEqual([['0102 SP', '4110 SP', '5211 SP'], ['0102 3', '4110 3'], ['0102 BR']]);

  const placed = placedPeople(roll, {}, market, regionOf);
  expect(
    placed.map(({ person, percentile, equalised, cell: found }) => [
      person.identification,
      percentile,
      equalised,
      found && [found.scope, found.place, found.distribution.count],
    ]),
  ).toEqual([
    // 10 of 40 earn less than 1.500.
    ['Ana', 250, 150_000, ['ocupacao', 'municipio', 40]],
    // 1.500 in 22 hours are 3.000 in 44: 30 below and half of the 10 equal ones, of 40.
    ['Beto', 875, 300_000, ['ocupacao', 'municipio', 40]],
    ['Carla', 1000, 300_000, ['ocupacao', 'regiao', 30]],
    ['Davi', null, 500_000, null],
  ]);

  const atMedian = new ReferenceAmounts({ kind: 'percentil', tenThousandths: 5000 }, null);
  // Ana is 500 below 2.000; all people with a cell earn 1.500 + 3.000 + 3.000 of 2.000 + 2.000 + 2.400, which is 117.19
  // %.
  expect(totalOf('Todos', placed, atMedian)).toEqual({
    name: 'Todos',
    people: 4,
    placed: 3,
    payroll: 1_100_000,
    plausiblePayroll: 1_100_000,
    ratio: 1172,
    below: 1,
    cost: 50_000,
  });
  const bySex = totalsBy(placed, atMedian, ({ person }) => person.sex ?? '');
  expect(bySex.map(({ name, people, payroll, cost }) => [name, people, payroll, cost])).toEqual([
    ['M', 2, 650_000, 0],
    ['F', 2, 450_000, 50_000],
  ]);
  // Up to P90, which is 3.000: Ana is 1.500 below, Beto not at all; the auxiliares all have 2.400.
  const atP90 = new ReferenceAmounts({ kind: 'percentil', tenThousandths: 9000 }, null);
  expect(totalOf('Todos', placed, atP90).cost).toBe(150_000);
  // A floor of 3.200 for 44 hours is 1.600 for 22.
  const floor = new ReferenceAmounts({ kind: 'piso', centavos: 320_000 }, null);
  expect(totalOf('Todos', placed, floor)).toMatchObject({
    below: 3,
    cost: 170_000 + 10_000 + 20_000,
  });
});

test('a salary that no market counts is named and left out of the comparison', () => {
  // The minimum wage is R$ 1.518,00: from R$ 455,40 to R$ 227.700,00 for 44 hours.
  const salaries = [
    '455,39',
    '455,40',
    '2.000,00',
    '227.700,00',
    '227.700,01',
    '9.999.999,00',
    '1,00',
  ];
  const roll = rollOf(['cargo;salário;uf', ...salaries.map((pay) => `Vendedor;${pay};SP`)]);
  const own = { ...cell('521110', null, [[2000, 40]]), familia: '5211' };
  const market = marketOfSaoPaulo({ celulas: [own] });
  const placed = placedPeople(roll, {}, market, regionOf);
  const reference = { kind: 'percentil', tenThousandths: 5000 } as const;
  const amounts = new ReferenceAmounts(reference, plausiblePay(151_800));
  expect(placed.map((one) => amounts.isOutlier(one))).toEqual([
    true,
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
  // 455.40 + 2,000 + 227,700 of 3 × 2,000 is 3,835.92 %; one is below, by 1,544.60.
  expect(totalOf('Todos', placed, amounts)).toMatchObject({
    people: 7,
    placed: 3,
    payroll: 999_999_900 + 2 * 22_770_000 + 1 + 200_000 + 45_540 + 45_539 + 100,
    plausiblePayroll: 45_540 + 200_000 + 22_770_000,
    ratio: 38_359,
    below: 1,
    cost: 154_460,
  });
  expect(outlierText(placed, amounts)?.replaceAll('\u00a0', ' ')).toBe(
    '4 pessoas com salário fora de 0,3 a 150 salários mínimos por mês em 44 horas (linhas 2, 6, 7 e 8 da planilha): confira. Ficam fora das comparações com o mercado e dos custos.',
  );
  expect(outlierText(placed.slice(0, 4), amounts)).toMatch(/^1\spessoa .* confira\. Fica fora/);
  expect(outlierText(placed.slice(1, 4), amounts)).toBeNull();
  // Until the minimum wage is known there are no outliers.
  expect(outlierText(placed, new ReferenceAmounts(reference, null))).toBeNull();
});

test.each([
  ['Remuneração Bruta (R$)', true],
  ['Salário bruto', false],
  ['Remuneração total', true],
  ['Salário base + comissões', true],
  ['Salário base', false],
  ['Remuneração', false],
])('whether pay under “%s” may be more than the contractual salary: %s', (header, isOther) => {
  const text = otherPayText(rollOf([`cargo;${header}`, 'Vendedor;2.000,00']).salaryHeader);
  expect(text?.includes('horas extras e bônus') ?? false).toBe(isOther);
});

test('a line of totals is no person', () => {
  const roll = rollOf(['cargo;salário', 'Vendedor;2.000,00', 'Subtotal loja;2.000,00']);
  expect(roll.people).toHaveLength(1);
  expect(roll.refused).toEqual([{ row: 3, text: 'é uma linha de total' }]);
});

test('a corrected occupation applies to everyone with the job', () => {
  const roll = rollOf(['cargo;salário;uf', 'Vendedor;2.000,00;SP', 'VENDEDOR;3.000,00;SP']);
  const key = roll.people[0]?.jobKey ?? '';
  expect(jobsOf(roll, { [key]: '411010' }).map(({ code }) => code)).toEqual(['411010', '411010']);
});

test('a person in a small municipality has its region of IBGE, and the estimate beside it', () => {
  const roll = rollOf(['cargo;salário;município', 'Vendedor;2.000,00;Campinas/SP']);
  const region = { ...cell('521110', null, [[1900, 40]]), familia: '5211', regiao_ibge: '3510' };
  const estimates = [
    { ocupacao: '521110', municipio: null, mediana: 1700, de: 1600, ate: 1800 },
    { ocupacao: '521110', municipio: '350950', mediana: 1850, de: 1760, ate: 1950 },
  ];
  const market = marketOfSaoPaulo({ celulas: [region], estimativas: estimates });
  const [placed] = placedPeople(roll, {}, market, regionOf);
  expect(placed?.cell).toMatchObject({ place: 'regiaoIbge', placeCode: '3510' });
  // The position is among the region's records; the estimate is in no figure.
  expect(placed?.percentile).toBe(1000);
  expect(placed && new PayrollWords(names).widening(placed)?.replaceAll('\u00a0', ' ')).toBe(
    'Usamos a região intermediária de Campinas: menos de 30 registros na cidade. Estimativa para Campinas/SP: R$ 1.850 (entre R$ 1.760 e R$ 1.950).',
  );
  const inCell = (relaxed: Partial<NonNullable<typeof placed>['cell']>) =>
    placed?.cell &&
    new PayrollWords(names).widening({
      ...placed,
      cell: { ...placed.cell, ...relaxed },
      estimate: null,
    });
  expect([
    inCell({ scope: 'familia', place: 'municipio', placeCode: '350950' }),
    inCell({ scope: 'familia', place: 'uf', placeCode: 'SP' }),
    inCell({ scope: 'familia', place: 'regiao', placeCode: '3' }),
    inCell({ place: 'brasil' }),
  ]).toEqual([
    'Usamos a família da ocupação: menos de 30 registros na cidade.',
    'Usamos a família da ocupação em SP: menos de 30 registros na cidade.',
    'Usamos a família da ocupação na região Sudeste: menos de 30 registros na cidade.',
    'Usamos o Brasil: menos de 30 registros na cidade.',
  ]);
  // A municipality without an estimate of its own has that of all others.
  expect(market.estimate('SP', '521110', '350010')?.mediana).toBe(1700);
  expect(market.estimate('SP', '521125', '350010')).toBeNull();
});

test('a municipality with a cell of its own has no estimate', () => {
  // Of 30 records in blocks, fewer than 30 are independent: the server sends both.
  const roll = rollOf(['cargo;salário;município', 'Vendedor;2.000,00;Campinas/SP']);
  const market = marketOfSaoPaulo({
    celulas: [{ ...cell('521110', '350950', [[1900, 30]]), familia: '5211', efeito: 2 }],
    estimativas: [{ ocupacao: '521110', municipio: '350950', mediana: 1850, de: 1760, ate: 1950 }],
  });
  const [placed] = placedPeople(roll, {}, market, regionOf);
  expect(placed).toMatchObject({ cell: { place: 'municipio', designEffect: 2 }, estimate: null });
});

test('nothing is compared with a floor of zero', () => {
  const roll = rollOf(['cargo;salário;uf', 'Vendedor;2.000,00;SP']);
  const market = marketOfSaoPaulo({
    celulas: [{ ...cell('521110', null, [[1900, 40]]), familia: '5211' }],
  });
  const placed = placedPeople(roll, {}, market, regionOf);
  const totalAt = (centavos: number) =>
    totalOf('Todos', placed, new ReferenceAmounts({ kind: 'piso', centavos }, null));
  expect(totalAt(0)).toMatchObject({ placed: 0, ratio: null, below: 0, cost: 0 });
  expect(totalAt(1)).toMatchObject({ placed: 1, ratio: 200_000_000, below: 0, cost: 0 });
});

test('a municipality whose figures protect another place is not said to have few records', () => {
  const roll = rollOf(['cargo;salário;município', 'Vendedor;2.000,00;Campinas/SP']);
  const market = marketOfSaoPaulo({
    celulas: [{ ...cell('521110', null, [[1900, 40]]), familia: '5211' }],
    omitidos: [{ ocupacao: '521110', municipio: '350950' }],
    estimativas: [{ ocupacao: '521110', municipio: null, mediana: 1700, de: 1600, ate: 1800 }],
  });
  const [placed] = placedPeople(roll, {}, market, regionOf);
  expect(placed).toMatchObject({ cell: { place: 'uf' }, estimate: null, isTownOmitted: true });
  expect(placed && new PayrollWords(names).widening(placed)).toBe(
    'Usamos SP: os números da cidade foram omitidos para não revelar poucos registros de outro lugar.',
  );
});

test('doubtful jobs, apprentices and interns stay out of the totals until the user confirms them', () => {
  const titles = [
    'Vendedor',
    'Vendedor interplanetário',
    'Vendedor aprendiz',
    'Estagiário Vendedor',
  ];
  const roll = rollOf(['cargo;salário;uf', ...titles.map((title) => `${title};1.000,00;SP`)]);
  for (const learner of ['Jovem aprendiz', 'Aprend. Adm.', 'Menor Apr.', 'Estag. Direito']) {
    expect(finders.titles.match(learner, '411010').confidence).toBe('duvidosa');
  }
  const market = marketOfSaoPaulo({
    celulas: [{ ...cell('521110', null, [[2000, 40]]), familia: '5211' }],
  });
  const amounts = new ReferenceAmounts({ kind: 'percentil', tenThousandths: 5000 }, null);
  const totalWith = (choices: Record<string, string>) =>
    totalOf('Todos', placedPeople(roll, choices, market, regionOf), amounts);
  expect(totalWith({})).toMatchObject({ people: 4, placed: 1, cost: 100_000 });
  const groups = totalsBy(
    placedPeople(roll, {}, market, regionOf),
    amounts,
    totalGroups(new PayrollWords(names)).ocupacao.nameOf,
  );
  expect(groups.map(({ name, people }) => [name, people])).toEqual([
    ['Ocupação a confirmar', 3],
    ['521110 Vendedor de comércio varejista', 1],
  ]);
  const confirmed = Object.fromEntries(
    roll.people.slice(1, 3).map(({ jobKey }) => [jobKey, '521110']),
  );
  expect(totalWith(confirmed)).toMatchObject({ people: 4, placed: 3, cost: 300_000 });
});

test('a workbook of forty people with merged areas and a payroll program’s headers is read whole', async () => {
  const columns = [
    'Lotação',
    'Nome do Funcionário',
    'Descrição do Cargo',
    'Sal. Base',
    'CH Semanal',
  ];
  const areas = ['Loja Centro', 'Loja Norte', 'Escritório', 'Depósito'];
  const letters = ['A', 'B', 'C', 'D', 'E'];
  const rowXml = (row: number, cells: readonly string[]) =>
    `<row r="${row}">${cells
      .map((text, index) =>
        text === '' ? '' : `<c r="${letters[index]}${row}" t="str"><v>${text}</v></c>`,
      )
      .join('')}</row>`;
  const people = Array.from({ length: 40 }, (_, index) =>
    rowXml(index + 2, [
      index % 10 === 0 ? (areas[index / 10] ?? '') : '',
      `Pessoa ${index + 1}`,
      index % 8 === 7 ? 'Jovem Aprendiz Vendedor' : 'Vendedor',
      '1.900,00',
      '44',
    ]),
  );
  const merges = areas.map(
    (_, index) => `<mergeCell ref="A${index * 10 + 2}:A${index * 10 + 11}"/>`,
  );
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="urn:r"><sheets><sheet name="Folha" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Target="worksheets/a.xml"/></Relationships>`,
    'xl/worksheets/a.xml': `<worksheet><sheetData>${rowXml(1, columns)}${people.join('')}</sheetData><mergeCells>${merges.join('')}</mergeCells></worksheet>`,
  };
  const bytes = zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  );
  const table = await readRollFile(new Blob([new Uint8Array(bytes)]));
  const roll = readPeople(
    { table, columns: recognisedColumns(table.header), fileName: 'folha.xlsx' },
    finders,
  );
  expect(roll.refused).toEqual([]);
  expect(areas.map((area) => roll.people.filter((one) => one.area === area).length)).toEqual([
    10, 10, 10, 10,
  ]);
  const placed = placedPeople(roll, {}, new KnownMarket(), regionOf);
  expect(placed.filter(({ confidence }) => confidence === 'duvidosa')).toHaveLength(5);
});

test('a repeated row counts twice, and the payroll reports it', () => {
  const identified = rollOf([
    'matrícula;cargo;salário;área',
    '1;Vendedor;2.000,00;Loja',
    '2;Vendedor;2.000,00;Loja',
    '1;Vendedor;2.000,00;Filial',
    '1;Vendedor;2.100,00;Loja',
    ';Vendedor;1.900,00;Loja',
    ';Vendedor;1.900,00;Loja',
    '2;vendedor;2000;Loja',
  ]);
  expect(identified.people).toHaveLength(7);
  expect(repeatedText(identified.people)?.replaceAll('\u00a0', ' ')).toBe(
    '2 linhas com a matrícula ou o nome, o cargo e o salário de outra (linhas 4 e 8 da planilha): cada uma conta como uma pessoa. Confira se não há repetições.',
  );
  const nameless = ['cargo;salário;área', 'Vendedor;2.000,00;Loja', 'Vendedor;2.000,00;Filial'];
  expect(repeatedText(rollOf(nameless).people)).toBeNull();
  const again = rollOf([...nameless, 'Vendedor;2.000,00;Loja']);
  expect(repeatedText(again.people)?.replaceAll('\u00a0', ' ')).toBe(
    '1 linha com os valores de outra em todas as colunas lidas (linha 4 da planilha): cada uma conta como uma pessoa. Confira se não há repetições.',
  );
});

const hoursUnder = (header: string) =>
  rollOf([`cargo;salário;${header}`, 'Caixa;2.000,00;220', 'Caixa;600,00;50']).people.map(
    ({ hours }) => hours,
  );

test('a column of hours a month has the few hours of part-time work as hours a month too', () => {
  // 50 hours a month are 10 a week: R$ 600,00 for them are R$ 2.640,00 for 44, not R$ 528,00.
  expect(hoursUnder('Horas mensais')).toEqual([4400, 1000]);
  expect(hoursUnder('Horas')).toEqual([4400, 5000]);
});

test.each([
  ['8 and 6 hours', ['8', '6:00', '', ''], '2 pessoas'],
  ['the shortest and the longest day', ['4', '10'], '2 pessoas'],
  ['most rows', ['8', '8', '44'], '2 pessoas'],
  ['half of the rows', ['8', '44'], null],
  ['hours that are no day', ['3', '10,5', '12'], null],
  ['hours a month, read as 12 to 60 a week', ['61', '220'], null],
  ['no hours', ['', ''], null],
])('hours that seem to be a day: %s', (_, hours, count) => {
  const { people } = rollOf([
    'cargo;salário;horas',
    ...hours.map((written) => `Caixa;2.000,00;${written}`),
  ]);
  expect(dailyHoursText(people)?.replaceAll('\u00a0', ' ') ?? null).toBe(
    count &&
      `As horas parecem ser por dia: ${count} com 4 a 10 horas, lidas como horas por semana. Se são por dia, ponha na planilha as horas por semana.`,
  );
});
