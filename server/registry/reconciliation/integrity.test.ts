import { afterEach, beforeEach, expect, test } from 'vitest';
import { Integrity } from '../../../shared/contracts/integrity.ts';
import { readFigureLines } from '../../../shared/statistics/figures-csv.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';
import { builtInFigures } from '../../reference/official-figures.ts';
import { lastBuiltInInpc } from '../../reference/inpc.ts';
import { monthLater } from '../../../shared/codes/months.ts';
import { importMinimumWages } from '../settings/figure-tables.ts';

let installation: Installation;
let served: Served;
beforeEach(async () => {
  installation = await newInstallation();
  served = await serve(installation);
});
afterEach(async () => {
  await served.close();
  await installation.close();
});

const integrity = async () =>
  Integrity.parse((await served.call('CLIENT', { url: '/api/integrity' })).json());
const rowsOf = async (month: string) =>
  (await integrity()).rows.filter((row) => row.month === month);

/** July's figure with adjustments in the edition of November. */
const adjusted = async () =>
  (await rowsOf('202307')).find(
    ({ edition, series }) => edition === '202311' && series === 'ajustada',
  );

/** July: 3 admissions at 1500, one at 2500 and intermittent, and 1 separation. */
const july = () =>
  officialFile('CAGEDMOV202307.txt', 'MOV', [
    {},
    {},
    { salary: '1801,00' },
    { salary: '2500,00', intermittent: '1' },
    { balance: '-1' },
  ]);
const august = () =>
  officialFile('CAGEDMOV202308.txt', 'MOV', [{ month: '202308', declared_month: '202308' }]);
/** Declared in August for July: an admission and a separation. */
const late = () =>
  officialFile('CAGEDFOR202308.txt', 'FOR', [
    { month: '202307', declared_month: '202308' },
    { month: '202307', declared_month: '202308', balance: '-1' },
  ]);
/** Excludes an admission of July that was never loaded; it counts all the same. */
const excluded = () =>
  officialFile('CAGEDEXC202308.txt', 'EXC', [
    { month: '202307', exclusion_month: '202308', salary: '9999,00' },
  ]);

const importFigures = (figures: readonly object[]) =>
  served.call('ADMIN', {
    method: 'POST',
    url: '/api/admin/official-figures',
    payload: { figures },
  });
const header = 'edicao;mes;serie;admissoes;desligamentos;saldo;salario_medio_nominal;fonte';
/** Imports lines of a CSV as the screen does. */
async function importLines(...lines: string[]) {
  const read = readFigureLines([header, ...lines].join('\n'));
  if (typeof read === 'string') throw new Error(read);
  return importFigures(read.map(({ figure }) => figure));
}

test('comes with the figures of MTE, each balanced', () => {
  expect(builtInFigures).toHaveLength(2 * 47 + 9 + 5);
  for (const { admissions, separations, balance } of builtInFigures) {
    if (admissions !== null && separations !== null) expect(balance).toBe(admissions - separations);
  }
  expect(
    builtInFigures.find(({ month, series }) => month === '202001' && series === 'ajustada'),
  ).toMatchObject({
    admissions: 1_510_234,
    separations: 1_398_196,
    balance: 112_038,
  });
});

test('counts declared and adjusted by month of movement, up to the edition', async () => {
  await installation.load(await july());
  await installation.load(await august(), await late(), await excluded());
  const imported = await importLines(
    '202307;202307;declarada;4;1;3;1600,33;Teste',
    '202308;202307;ajustada;4;2;2;;Teste',
    '202307;202307;ajustada;4;1;3;;Teste',
    '202309;202307;ajustada;4;2;2;;Teste',
    '202309;202307;declarada;5;1;4;1600,34;Teste',
  );
  expect(imported.json()).toEqual({ message: '5 números oficiais importados.' });

  const rows = await rowsOf('202307');
  const row = (series: string, edition: string) =>
    rows.find((found) => found.series === series && found.edition === edition);
  expect(row('declarada', '202307')).toMatchObject({
    ours: { admissions: 4, separations: 1, balance: 3 },
    badge: 'confere',
    isImported: true,
    // (1500 + 1500 + 1801) / 3, without the intermittent one
    nominalWage: { official: 1600.33, ours: 1600.33, badge: 'confere' },
    realWage: { badge: 'sem referência' },
  });
  expect(row('declarada', '202309')).toMatchObject({
    difference: { admissions: -1, separations: 0, balance: -1 },
    badge: 'diverge',
    nominalWage: { difference: -0.01, badge: 'diverge' },
    // 160,033.33 · 1.0020 · 1.0011 = 160,529.79 centavos.
    realWage: { ours: 1605.3 },
  });
  // MOV 4 and 1, FOR 1 and 1, EXC −1
  expect(row('ajustada', '202308')).toMatchObject({
    ours: { admissions: 4, separations: 2, balance: 2 },
    badge: 'confere',
  });
  expect(row('ajustada', '202307')?.badge).toBe('confere');
  expect(row('ajustada', '202309')).toMatchObject({
    badge: 'parcial',
    missing: [
      { kind: 'FOR', month: '202309' },
      { kind: 'EXC', month: '202309' },
    ],
  });
  // MTE's figures of the month are far larger than five lines.
  expect(row('declarada', '202311')).toMatchObject({
    badge: 'diverge',
    // 4,801 / 3, and INPC of 0.20 %, 0.11 %, 0.12 % and 0.10 % from August to November.
    realWage: { official: 2043.35, ours: 1608.83, difference: -434.52, badge: 'diverge' },
  });
  expect((await rowsOf('202308')).length).toBeGreaterThan(0);
  // A month with a figure of MTE's has no row without one.
  expect(rows.filter(({ edition }) => edition === null)).toEqual([]);
  // The newest month first; of a month the declared series, and of a series the newest edition.
  const months = (await integrity()).rows.map(({ month }) => month);
  expect(months).toEqual(months.toSorted().toReversed());
  expect(
    rows.flatMap(({ isImported, series, edition }) => (isImported ? [[series, edition]] : [])),
  ).toEqual([
    ['declarada', '202309'],
    ['declarada', '202307'],
    ['ajustada', '202309'],
    ['ajustada', '202308'],
    ['ajustada', '202307'],
  ]);
});

test('an exclusion in the file of its own month counts', async () => {
  const own = await officialFile('CAGEDEXC202308.txt', 'EXC', [
    { month: '202308', declared_month: '202308', exclusion_month: '202308' },
  ]);
  await installation.load(await august(), own);
  const [row] = (await rowsOf('202308')).filter(({ series }) => series === 'ajustada');
  expect(row).toMatchObject({ ours: { admissions: 0 } });
});

test('months without any figures have no reference', async () => {
  const own = { month: '202406', declared_month: '202406' };
  await installation.load(
    await officialFile('CAGEDMOV202406.txt', 'MOV', [own]),
    await officialFile('CAGEDFOR202407.txt', 'FOR', [{ ...own, declared_month: '202407' }]),
  );
  // The adjusted one has the late declaration of July.
  expect(
    (await rowsOf('202406')).map(({ series, badge, ours }) => [series, badge, ours.admissions]),
  ).toEqual([
    ['declarada', 'sem referência', 1],
    ['ajustada', 'sem referência', 2],
  ]);
});

test('demonstration data has months of its own, and nothing to compare them with', async () => {
  await installation.load(await july());
  expect((await integrity()).note).toContain('Números do MTE ao lado');
  // The contents of a release are cached by its time of publication.
  const synthetic = { is_synthetic: 1, published_at: '2023-08-30T12:00:00.000Z' };
  await installation.store.db.updateTable('releases').set(synthetic).execute();
  const { isSynthetic, note, rows } = await integrity();
  expect([isSynthetic, note]).toEqual([true, expect.stringContaining('de demonstração')]);
  expect(rows.map(({ month, series, badge }) => [month, series, badge])).toEqual([
    ['202307', 'declarada', 'sem referência'],
    ['202307', 'ajustada', 'sem referência'],
  ]);
});

test('distinguishes months without any file from those that lack some', async () => {
  await installation.load(await july(), await late());
  const figures = [
    // The EXC file of August is missing.
    'parcial;202308;202307;ajustada',
    'não carregado;202403;202403;declarada',
  ].map((line) => line.split(';'));
  const lines = figures.map(
    ([, edition, month, series]) => `${edition};${month};${series};4;1;3;1600,00;Teste`,
  );
  await importLines(...lines);
  for (const [badge, edition, month = '', series] of figures) {
    const row = (await rowsOf(month)).find(
      (found) => found.series === series && found.edition === edition,
    );
    expect(row?.badge).toBe(badge);
    expect(row?.nominalWage.badge).toBe(badge);
  }
  const { rows } = await integrity();
  const notLoaded = rows.filter(
    ({ ours, official }) =>
      ours.balance === null && Object.values(official).some((value) => value !== null),
  );
  expect(rows.filter(({ badge }) => badge === 'não carregado')).toEqual(notLoaded);
});

test('has no real wage without an edition whose money it would be in, or without an index of its month', async () => {
  await installation.load(
    await officialFile('CAGEDMOV202406.txt', 'MOV', [
      { month: '202406', declared_month: '202406' },
    ]),
  );
  const [row] = await rowsOf('202406');
  expect(row?.nominalWage.ours).toBe(1500);
  expect(row?.realWage.ours).toBeNull();
  const edition = monthLater(lastBuiltInInpc, 1);
  await importLines(`${edition};202406;declarada;1;0;1;;Teste`);
  const [later] = await rowsOf('202406');
  expect([later?.edition, later?.realWage.ours]).toEqual([edition, null]);
});

test('refuses impossible figures, and callers without permission', async () => {
  const figure = { edition: '202308', month: '202307', series: 'declarada', source: 'Teste' };
  const wrong = [
    { ...figure, admissions: 3, separations: 1, balance: 1 },
    { ...figure, edition: '202306' },
    { ...figure, series: 'outra' },
    { ...figure, admissions: 3, source: 'Tabela\u202e 1' },
    { ...figure, edition: '209912', admissions: 3 },
  ];
  for (const figures of wrong) {
    const response = await importFigures([figures]);
    expect(response.statusCode).toBe(400);
  }
  const twice = [
    { ...figure, admissions: 3 },
    { ...figure, nominalWage: 1500 },
  ];
  expect((await importFigures(twice)).json()).toMatchObject({ field: 'figures' });
  const url = '/api/admin/official-figures';
  expect((await served.call('CLIENT', { method: 'POST', url, payload: {} })).statusCode).toBe(403);
  expect((await served.call(null, { url: '/api/integrity' })).statusCode).toBe(401);
});

test('an imported count has a new balance with the known count, and a wage leaves the balance alone', async () => {
  const known = { admissions: 1_900_535, separations: 1_757_258, balance: 143_277 };
  await importLines('202311;202307;ajustada;;;;2100,00;Teste');
  expect((await adjusted())?.official).toEqual(known);
  await importLines('202311;202307;ajustada;1900600;;;;Teste');
  expect((await adjusted())?.official).toEqual({
    ...known,
    admissions: 1_900_600,
    balance: 143_342,
  });
});

test('one imported count leaves a published balance alone', async () => {
  await importLines('202508;202508;declarada;2200000;;;;Teste');
  const [figure] = (await rowsOf('202508')).filter(({ edition }) => edition === '202508');
  expect(figure?.official).toEqual({ admissions: 2_200_000, separations: null, balance: 147_358 });
});

const wageOfOctober = async () =>
  (await rowsOf('202610')).find(({ series }) => series === 'declarada')?.nominalWage.ours;

test('wages follow a minimum wage that is imported after the load, as the search does', async () => {
  const own = { month: '202610', declared_month: '202610' };
  const lines = (salary: string) => Array.from({ length: 100 }, () => ({ ...own, salary }));
  const october = await officialFile('CAGEDMOV202610.txt', 'MOV', [
    ...lines('490,00'),
    ...lines('2000,00'),
  ]);
  await installation.loadApproved(october);
  expect(await wageOfOctober()).toBe(1245);
  // From 0.3 minimum wages, R$ 510.17, on: those of R$ 490.00 no longer count.
  await importMinimumWages(
    { db: installation.store.db, clock: () => new Date() },
    { userId: null, address: null },
    { periods: [{ from: '202610', value: 1700.55, source: 'Decreto' }] },
  );
  expect(await wageOfOctober()).toBe(2000);
  const requested = { metodo: 'mte', periodoInicio: '202610', periodoFim: '202610' };
  expect((await installation.search(requested)).statistics.average).toBe(2000);
});
