import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  CompositionPanel,
  deferredPanels,
  FloorsPanel,
  MovementPanel,
} from '../../../shared/contracts/deferred-panels.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { Integrity } from '../../../shared/contracts/integrity.ts';
import { compositionPage } from '../../../shared/sentences/composition-page.ts';
import { floorsPage } from '../../../shared/sentences/floors-page.ts';
import { movementPage } from '../../../shared/sentences/movement-page.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';

let installation: Installation;
let served: Served;

/** Movements of one kind, R$ 10,00 apart from the first salary on. */
const paid = (count: number, from: number, fields: LineFields): LineFields[] =>
  Array.from({ length: count }, (_, at) => ({
    ...fields,
    salary: `${from + 10 * at},00`,
  }));
const out = (movement_type: string): LineFields => ({
  balance: '-1',
  movement_type,
});

const july = [
  ...paid(41, 1400, {}),
  ...paid(30, 2000, out('31')),
  { ...out('31'), salary: '900,00', intermittent: '1' },
  ...paid(12, 1700, out('40')),
  ...paid(3, 1500, out('43')),
  ...paid(2, 1600, out('45')),
  ...paid(4, 5000, out('90')),
  ...paid(1, 1450, out('32')),
  ...paid(1, 1460, out('98')),
];

// A year before: the same occupation in five states, 60 in each, and none outside them. In July 2023 each state pays
// R$ 100,00 more, and the best paid state has 100 of them.
const salesOf = (uf: string, count: number, salary: number, month: string): LineFields[] =>
  Array.from({ length: count }, () => ({
    uf,
    municipality: `${uf}9999`,
    cbo: '411005',
    month,
    declared_month: month,
    salary: `${salary},00`,
  }));
const states = ['31', '32', '33', '41', '42'];
const lastYear = states.flatMap((uf, at) => salesOf(uf, 60, 2000 + 100 * at, '202207'));
// Another occupation, with 40 admissions and three separations; one with 40 dismissals and two resignations; and one with
// 40 admissions and 40 dismissals.
const oneSided = [
  ...paid(40, 1400, { cbo: '411010', month: '202207', declared_month: '202207' }),
  ...paid(3, 1500, { ...out('31'), cbo: '411010', month: '202207', declared_month: '202207' }),
  ...paid(40, 1400, { ...out('31'), cbo: '411025', month: '202207', declared_month: '202207' }),
  ...paid(2, 1500, { ...out('40'), cbo: '411025', month: '202207', declared_month: '202207' }),
  ...paid(40, 1400, { cbo: '414105', month: '202207', declared_month: '202207' }),
  ...paid(40, 2000, { ...out('31'), cbo: '414105', month: '202207', declared_month: '202207' }),
  // In each of five states 20 admissions at R$ 2.000,00 and 20 dismissals at R$ 2.500,00.
  ...states.flatMap((uf) =>
    [...salesOf(uf, 20, 2000, '202207'), ...salesOf(uf, 20, 2500, '202207')].map((line, at) => ({
      ...line,
      cbo: '413110',
      ...(at >= 20 && out('31')),
    })),
  ),
];
const thisYear = states.flatMap((uf, at) =>
  salesOf(uf, uf === '42' ? 100 : 60, 2100 + 100 * at, '202307'),
);

// 40 salaries R$ 3,00 apart, round ones and the minimum wage, and from August a floor.
const attendants = (
  month: string,
  salaries: readonly (readonly [count: number, salary: string])[],
) =>
  salaries.flatMap(([count, salary]) =>
    Array.from({ length: count }, () => ({ cbo: '422105', month, declared_month: month, salary })),
  );
const scattered = Array.from({ length: 40 }, (_, at) => [1, `${1401 + 3 * at},00`] as const);
const common = [...scattered, [12, '1320,00'], [6, '1500,00']] as const;
const attended = [
  ...attendants('202307', [...common, [4, '1463,27']]),
  ...attendants('202308', [...common, [40, '1463,27'], [4, '1388,10']]),
];

beforeAll(async () => {
  installation = await newInstallation();
  await installation.loadApproved(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      ...july,
      ...thisYear,
      ...attended.filter(({ month }) => month === '202307'),
    ]),
    await officialFile('CAGEDMOV202308.txt', 'MOV', [
      ...paid(35, 1500, { month: '202308', declared_month: '202308' }),
      ...attended.filter(({ month }) => month === '202308'),
    ]),
    await officialFile('CAGEDMOV202207.txt', 'MOV', [...lastYear, ...oneSided]),
    await officialFile('CAGEDFOR202308.txt', 'FOR', [
      {
        ...out('40'),
        month: '202307',
        declared_month: '202308',
        salary: '1820,00',
      },
    ]),
    await officialFile('CAGEDEXC202308.txt', 'EXC', [
      {
        ...out('31'),
        month: '202307',
        salary: '2290,00',
        exclusion_indicator: '0',
      },
    ]),
  );
  served = await serve(installation);
});
afterAll(async () => {
  await served.close();
  await installation.close();
});

const send = (panel: string, filters: object) =>
  served.call('VIEWER', {
    method: 'POST',
    url: `/api/search/panels/${panel}`,
    payload: { filters },
  });
const composition = async (filters: object) =>
  CompositionPanel.parse((await send('salario-ou-composicao', filters)).json());
const movements = async (filters: object) =>
  MovementPanel.parse((await send('entradas-e-saidas', filters)).json());
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('kinds of separation add up to all of them, and to a table of MTE', async () => {
  const { tipos, admissoes, desligamentos, meses } = await movements({ cbo: '521110' });
  // 31 dismissals, one of them cancelled; 12 resignations and a late one; 3 + 2 ends of term; 4 by agreement.
  expect(
    tipos.map(({ tipo, movimentacoes, registros }) => [tipo, movimentacoes, registros]),
  ).toEqual([
    ['sem_justa_causa', 30, 29],
    ['a_pedido', 13, 13],
    ['termino', 5, 5],
    ['acordo', 4, 4],
    ['outros', 2, 2],
  ]);
  expect([admissoes.movimentacoes, desligamentos.movimentacoes, desligamentos.registros]).toEqual([
    76, 54, 53,
  ]);
  // MTE's adjusted table counts admissions of all occupations: 41 + 340 + 62, and 52 + 2 separations.
  const figure = {
    edition: '202308',
    month: '202307',
    series: 'ajustada',
    admissions: 443,
    separations: 54,
    balance: 389,
    source: 'Teste',
  };
  const imported = await served.call('ADMIN', {
    method: 'POST',
    url: '/api/admin/official-figures',
    payload: { figures: [figure] },
  });
  expect(imported.statusCode).toBe(200);
  const { rows } = Integrity.parse((await served.call('ADMIN', { url: '/api/integrity' })).json());
  const official = rows.find(({ month, isImported }) => month === '202307' && isImported);
  expect(official).toMatchObject({ badge: 'confere', difference: { separations: 0 } });
  const ofJuly = meses.find(({ mes }) => mes === '202307');
  const { admissao = 0, ...separated } = ofJuly?.tipos ?? {};
  const separations = Object.values(separated).reduce((sum, count) => sum + count, 0);
  expect([admissao, separations]).toEqual([41, official?.official.separations]);
  for (const { mes, admissoes: own, desligamentos: left, tipos: kinds } of meses) {
    const published = rows.find(({ month, series }) => month === mes && series === 'ajustada');
    const lines: LineFields[] = [...lastYear, ...thisYear, ...attended, ...oneSided];
    const [others = [], othersLeft = []] = ['1', '-1'].map((side) =>
      lines.filter(({ month, balance = '1' }) => month === mes && balance === side),
    );
    expect([
      mes,
      own.movimentacoes + others.length,
      left.movimentacoes + othersLeft.length,
    ]).toEqual([mes, published?.ours.admissions, published?.ours.separations]);
    const all = Object.values(kinds).reduce((sum, count) => sum + count, 0);
    expect(all).toBe(own.movimentacoes + left.movimentacoes);
  }
});

test('medians, ratios and the share of resignations are those worked out by hand', async () => {
  const inJuly = {
    cbo: '521110',
    periodoInicio: '202307',
    periodoFim: '202307',
    movimentacao: 'desligamento',
  };
  const {
    admissoes,
    desligamentos,
    tipos,
    parte_a_pedido: resigned,
    mesma_composicao,
  } = await movements(inJuly);
  // All of them are in one cell, and a ratio of the same mix needs five.
  expect(mesma_composicao).toBeNull();
  // 41 admissions from 1,400 to 1,800. Of 53 separations 20 earn less than 2,000, so that the 27th earns 2,060.
  expect([admissoes.mediana, desligamentos.mediana]).toEqual([1600, 2060]);
  expect(desligamentos.razao?.valor).toBeCloseTo(1600 / 2060, 12);
  expect(desligamentos.razao).toMatchObject({ pode_ser_acaso: false });
  expect(resigned).toBeCloseTo(13 / 54, 12);
  expect(tipos.map(({ tipo, mediana, omitido }) => [tipo, mediana, omitido])).toEqual([
    ['sem_justa_causa', 2140, null],
    ['a_pedido', 1760, null],
    ['termino', 1520, null],
    ['acordo', null, 'poucos_registros'],
    ['outros', null, 'poucos_registros'],
  ]);
  // A kind with less than thirty records has no ratio.
  expect(tipos.map(({ razao }) => razao)).toEqual([null, null, null, null, null]);
  const { sentences } = movementPage(await movements(inJuly));
  expect(plain(sentences[0] ?? '')).toMatch(
    /^Pelas medianas, quem entra ganha 77,7 % do que ganha quem sai \(de \d+,\d % a \d+,\d %\): R\$ 1\.600,00 e R\$ 2\.060,00\.$/,
  );
  expect(sentences.join(' ')).not.toMatch(/substitut/);
});

test('a change is split into R$ 100,00 of pay and the rest of mix, to the centavo', async () => {
  const { mudanca, falta } = await composition({ cbo: '411005', periodoInicio: '202307' });
  expect(falta).toBeNull();
  // The variances are 20,067 and 21,864: the error is √(20,067 / 300 + 21,864 / 340) = 11.5, so that 123.53 is no chance.
  // Means: 2,200 before; now 300 at 2,300 and 40 more at 2,500, 2,323.53. The same cells pay 100 more.
  expect(mudanca).toMatchObject({
    de: '202207',
    ate: '202307',
    registros_de: 300,
    registros_ate: 340,
    media_de: 2200,
    media_ate: 2323.53,
    diferenca: 123.53,
    diferenca_pode_ser_acaso: false,
    salario: 100,
    composicao: 23.53,
    celulas: 5,
    parte_pareada: 1,
  });
  const {
    percentual = 0,
    percentual_salario: pay = 0,
    percentual_composicao: mixed = 0,
  } = mudanca ?? {};
  expect([percentual, pay, mixed].map((share) => share * 2200)).toEqual([
    expect.closeTo(123.53, 9),
    expect.closeTo(100, 9),
    expect.closeTo(23.53, 9),
  ]);
  const { sentences } = compositionPage({ mudanca, falta });
  expect(plain(sentences[0] ?? '')).toBe(
    'De jul/2022 a jul/2023, a média mudou +5,6 %: +4,5 % pelo salário e +1,1 % pela composição.',
  );
  const unsure = mudanca && { ...mudanca, diferenca_pode_ser_acaso: true, pode_ser_acaso: true };
  expect(plain(compositionPage({ mudanca: unsure, falta }).sentences[0] ?? '')).toBe(
    'De jul/2022 a jul/2023, a média mudou +5,6 % (pode ser acaso): +4,5 % pelo salário (pode ser acaso) e +1,1 % pela composição.',
  );
  // Records without a match are in the rest: they are not said to be another mix.
  const partial = mudanca && { ...mudanca, parte_pareada: 0.088 };
  expect(plain(compositionPage({ mudanca: partial, falta }).sentences[0] ?? '')).toMatch(
    / pelo salário e \+1,1 % pela composição e pelos registros sem par \(91,2 % dos registros\)\.$/,
  );
  const money = compositionPage({ mudanca, falta }).tables[0]?.rows.map((cells) => cells[2]);
  expect(money).toEqual([2200, 2323.53, 123.53, 100, 23.53]);
});

test.each([
  ['no month has its year before', { cbo: '521110', periodoFim: '202208' }, 'ano_anterior'],
  ['a month in between has no file', { cbo: '411005', periodoInicio: '202207' }, 'incompleto'],
  [
    'none of the occupation a year before',
    { cbo: '521110', periodoInicio: '202307' },
    'poucos_registros',
  ],
  [
    'one state is one cell, of the five needed',
    { cbo: '411005', uf: 'PR', periodoInicio: '202307' },
    'poucos_pares',
  ],
])('a change is not split where %s', async (_, filters, falta) => {
  expect(await composition(filters)).toEqual({ mudanca: null, falta });
  const { sentences } = compositionPage({
    mudanca: null,
    falta: CompositionPanel.shape.falta.parse(falta),
  });
  expect(sentences).toHaveLength(1);
});

test('a comparison that is missing states which side has too few records', async () => {
  const inJuly = { cbo: '521110', periodoInicio: '202307', periodoFim: '202307' };
  const missing = async (filters: object) => {
    const panel = await movements(filters);
    return [panel.falta, ...movementPage(panel).sentences.slice(0, 1)];
  };
  expect(await missing({ ...inJuly, cbo: '411005' })).toEqual([
    'poucas_saidas',
    'Sem comparação: são necessários ao menos 30 registros independentes de quem sai.',
  ]);
  expect(await missing({ ...inJuly, cbo: '422105', uf: 'AC' })).toEqual([
    'poucos_registros',
    'Sem comparação: são necessários ao menos 30 registros independentes de quem entra e o mesmo número de quem sai.',
  ]);
  expect(await missing({ ...inJuly, periodoInicio: '202207' })).toEqual([
    'incompleto',
    'Sem comparação: os dados estão incompletos.',
  ]);
  expect((await movements(inJuly)).falta).toBeNull();
});

test('a side with nearly all records of a response has no median, which would reveal the others', async () => {
  const filters = { cbo: '411010', periodoInicio: '202207', periodoFim: '202207' };
  const sides = async (movimentacao: string) => {
    const { admissoes, desligamentos, falta } = await movements({ ...filters, movimentacao });
    return [
      admissoes.registros,
      admissoes.mediana,
      desligamentos.registros,
      desligamentos.mediana,
      falta,
    ];
  };
  // Halfway between the 20th and the 21st admission: R$ 1,590.00 and R$ 1,600.00.
  expect(await sides('admissao')).toEqual([40, 1595, 3, null, 'poucas_saidas']);
  expect(await sides('todas')).toEqual([40, null, 3, null, 'poucas_saidas']);
});

test('admissions are compared with each kind that has thirty records', async () => {
  const { tipos, desligamentos } = await movements({
    cbo: '414105',
    periodoInicio: '202207',
    periodoFim: '202207',
    salarioMin: 1500,
  });
  // The panel ignores salary bounds: 1,595 of 1,400 to 1,790 against 2,195 of 2,000 to 2,390.
  for (const { razao } of [desligamentos, ...tipos.slice(0, 1)])
    expect(razao?.valor).toBeCloseTo(1595 / 2195, 12);
  expect(desligamentos).toMatchObject({ movimentacoes: 40, mediana: 2195 });
});

test('admissions are compared with separations of the same mix, in complete data', async () => {
  const filters = { cbo: '413110', periodoInicio: '202207', periodoFim: '202207' };
  const { mesma_composicao: mix } = await movements(filters);
  expect(mix).toMatchObject({ razao: { valor: 0.8 }, celulas: 5, parte_pareada: 1 });
  expect((await movements({ ...filters, periodoFim: '202307' })).mesma_composicao).toBeNull();
});

test('a kind with nearly all separations has a median unless the response has their distribution', async () => {
  const filters = { cbo: '411025', periodoInicio: '202207', periodoFim: '202207' };
  const kinds = async (movimentacao: string) => {
    const { tipos } = await movements({ ...filters, movimentacao });
    return tipos.slice(0, 2).map(({ tipo, registros, mediana }) => [tipo, registros, mediana]);
  };
  expect(await kinds('admissao')).toEqual([
    ['sem_justa_causa', 40, 1595],
    ['a_pedido', 2, null],
  ]);
  expect(await kinds('desligamento')).toEqual([
    ['sem_justa_causa', 40, null],
    ['a_pedido', 2, null],
  ]);
});

test('a kind and a month with nearly all records of a response about all movements have no median', async () => {
  const filters = { cbo: '411025', periodoInicio: '202207', periodoFim: '202207' };
  const medians = async (own: Record<string, string>) => {
    const { tipos, meses } = await movements({ ...filters, movimentacao: 'todas', ...own });
    return [tipos[0]?.mediana, meses[0]?.admissoes.mediana, meses[0]?.desligamentos.mediana];
  };
  // 40 of the 42 separations are dismissals. Salaries are R$ 10,00 apart: the 21st is 1580, the 22nd 1590.
  expect(await medians({})).toEqual([null, null, 1585]);
  // 40 admissions and three separations.
  expect(await medians({ cbo: '411010' })).toEqual([null, null, null]);
});

test('incomplete months have neither values nor ratios', async () => {
  const filters = { cbo: '521110', periodoInicio: '202207' };
  const floors = FloorsPanel.parse((await send('pisos-e-concentracoes', filters)).json());
  expect(floors).toMatchObject({ valores: [], data_base: null, falta: 'incompleto' });
  const { desligamentos, mesma_composicao } = await movements(filters);
  expect([desligamentos.mediana, desligamentos.razao, mesma_composicao]).toEqual([
    2060,
    null,
    null,
  ]);
});

test('a value that ends names no month of the agreement, and no value is no claim', () => {
  const month = { mes: '202308', valor: 1463.27, comeca: false };
  const value = {
    valor: 1463.27,
    minimo_desde: null,
    registros: 44,
    parte: 0.2683,
    esperados: 2,
    excesso: 42,
    primeiro_mes: '202307',
    ultimo_mes: '202307',
  };
  const known = { registros: 164, minimo_desconhecido_desde: null, falta: null };
  const ended = floorsPage({ ...known, valores: [value], data_base: month });
  expect(plain(ended.sentences[1] ?? '')).toBe('R$ 1.463,27 deixa de ser comum em ago/2023.');
  expect(ended.tables[0]?.columns.slice(6)).toEqual([
    { header: 'Primeiro mês', format: 'month' },
    { header: 'Último mês', format: 'month' },
  ]);
  expect(ended.tables[0]?.rows[0]?.slice(6)).toEqual(['202307', '202307']);
  const risen = { ...month, comeca: true };
  const begun = floorsPage({ ...known, valores: [value], data_base: risen });
  // The table's first month of the value is July.
  expect(plain(begun.sentences[1] ?? '')).toBe(
    'R$ 1.463,27 passa a ser mais comum em ago/2023: possível mês da data-base.',
  );
  const none = floorsPage({ ...known, valores: [], data_base: null });
  expect(none.sentences[0]).toMatch(
    /^O teste não encontrou concentração em nenhum valor\. Ainda pode haver um piso/,
  );
  expect(none.notes.join(' ')).toContain('não entram, exceto o salário mínimo');
  expect(none.notes).toEqual(ended.notes);
});

test('values at which pay piles up are named, and the month of the largest', async () => {
  const filters = { cbo: '422105', periodoInicio: '202307' };
  const panel = FloorsPanel.parse((await send('pisos-e-concentracoes', filters)).json());
  const shown = panel.valores.map(
    ({ valor, minimo_desde: since, registros, primeiro_mes: first }) => [
      valor,
      since,
      registros,
      first,
    ],
  );
  // 1,500 is round and 1,388.10 has four records: neither is a finding.
  expect(shown).toEqual([
    [1463.27, null, 44, '202308'],
    [1320, '202305', 24, '202307'],
  ]);
  expect(panel).toMatchObject({
    registros: 164,
    data_base: { mes: '202308', valor: 1463.27, comeca: true },
    falta: null,
  });
  expect(panel.valores[1]).toMatchObject({ ultimo_mes: '202308' });
  // No other value has centavos. Of the 20 multiples of R$ 10,00 around the minimum wage, 1,410 and 1,440 have two each.
  expect(panel.valores.map(({ esperados, excesso }) => [esperados, excesso])).toEqual([
    [0, 44],
    [0.2, 23.8],
  ]);
  const { sentences } = floorsPage(panel);
  expect(sentences.map(plain)).toEqual([
    '14,6 % dos registros têm o salário mínimo de mai/2023, R$ 1.320,00.',
    'Sem contar o mínimo e os valores redondos, os salários se concentram mais em R$ 1.463,27: 26,8 % dos registros.',
    'R$ 1.463,27 passa a ser comum em ago/2023: possível mês da data-base.',
  ]);
  // The panel compares a floor that the user types with these ranks.
  const rank = await served.call('VIEWER', {
    method: 'POST',
    url: '/api/search/rank',
    payload: { filters, salario: 1463.27 },
  });
  // Below: 24 of the minimum wage, four at 1,388.10, and 21 of the scattered in each month.
  expect(rank.json()).toEqual({ rank: { below: 70, upTo: 114 } });
  // Where race is a filter, a value needs 30 records.
  const race = await send('pisos-e-concentracoes', { ...filters, raca: '1' });
  expect(FloorsPanel.parse(race.json()).valores.map(({ valor }) => valor)).toEqual([1463.27]);
  const few = await send('pisos-e-concentracoes', { cbo: '521110', periodoFim: '202207' });
  expect(few.json()).toMatchObject({ valores: [], falta: 'poucos_registros' });
});

test('a salary bound on a narrow selection and an unknown panel are refused', async () => {
  // One intermittent separation, which only the rule `bruto` counts.
  const narrow = {
    cbo: '521110',
    contrato: 'intermitente',
    movimentacao: 'desligamento',
    metodo: 'bruto',
    periodoInicio: '202307',
  };
  for (const panel of keysOf(deferredPanels)) {
    const answered = await send(panel, narrow);
    expect([panel, answered.statusCode]).toEqual([panel, 200]);
    expect(Object.keys(answered.json())).toEqual(Object.keys(deferredPanels[panel].shape));
    const refused = await send(panel, { ...narrow, salarioMin: 100 });
    expect([panel, refused.statusCode]).toEqual([panel, 422]);
    expect(refused.json()).toMatchObject({ code: 'salary_bound_refused' });
  }
  expect((await send('outro', {})).statusCode).toBe(400);
});

test('a panel is computed once for a release', async () => {
  const filters = { cbo: '411005', periodoInicio: '202307', periodoFim: '202307' };
  const cells = vi.spyOn(installation.warehouse, 'stream');
  onTestFinished(() => cells.mockRestore());
  const first = await send('salario-ou-composicao', filters);
  const second = await send('salario-ou-composicao', filters);
  expect(second.json()).toEqual(first.json());
  expect(cells).toHaveBeenCalledTimes(1);
  await send('salario-ou-composicao', { ...filters, metodo: 'bruto' });
  expect(cells).toHaveBeenCalledTimes(2);
});
