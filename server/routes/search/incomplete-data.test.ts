import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiAnswer, ApiComparison, ApiReceipt } from '../../../shared/contracts/api-v1.ts';
import { HistoryEntry, SavedSearch } from '../../../shared/contracts/history.ts';
import { OccupationNodes } from '../../../shared/contracts/reference.ts';
import { EqualityAnswer, EqualityRaces } from '../../../shared/contracts/equality.ts';
import { MarketCells } from '../../../shared/contracts/market.ts';
import {
  EqualityReceipt,
  ReceiptCheck,
  SearchReceipt,
} from '../../../shared/contracts/receipts.ts';
import { NewPublicLink, PublicReceipt } from '../../../shared/contracts/public-links.ts';
import { knownPassword } from '../../../tests/support/accounts.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';
import { openResearch, type Research, type Researcher } from '../../../tests/support/research.ts';

/**
 * May and July 2023 have their main files, June only late declarations. A search of July is complete, one of all months
 * is partial, and one of June has only late declarations.
 */
const sexes = [
  { sex: '3', salary: '1800,00' },
  { sex: '1', salary: '2000,00' },
];
const places = [{}, { region: '3', uf: '33', municipality: '330455', salary: '2500,00' }];
// 40 in São Paulo (half of each sex) and 40 in Rio de Janeiro.
const july: LineFields[] = places.flatMap((place) =>
  sexes.flatMap((sex) =>
    Array.from({ length: 20 }, () => ({ company_size: '7', ...sex, ...place })),
  ),
);
/** In another occupation and state than the searches. */
const may: LineFields[] = [
  {
    region: '1',
    uf: '12',
    municipality: '120040',
    cbo: '225125',
    month: '202305',
    declared_month: '202305',
  },
];
const june: LineFields[] = sexes.flatMap((sex) =>
  Array.from({ length: 10 }, () => ({ company_size: '7', declared_month: '202307', ...sex })),
);

const complete = { state: 'complete', months: 1, withoutMov: [] };
const partial = { state: 'partial', months: 3, withoutMov: ['202306'] };
const lateOnly = { state: 'late_only', months: 1, withoutMov: ['202306'] };
const ofJuly = { periodoInicio: '202307', periodoFim: '202307' };
const ofJune = { periodoInicio: '202306', periodoFim: '202306' };
const notice = 'Dados incompletos: falta o arquivo principal (MOV) de 1 dos 3 meses';

let research: Research;
let admin: Researcher;
beforeAll(async () => {
  research = await openResearch({});
  admin = await research.person('ADMIN');
  await research.installation.loadApproved(
    await officialFile('CAGEDMOV202305.txt', 'MOV', may),
    await officialFile('CAGEDMOV202307.txt', 'MOV', july),
    await officialFile('CAGEDFOR202307.txt', 'FOR', june),
  );
});
afterAll(() => research.close());

test('a search says how complete its months are, and ranks and compares complete data alone', async () => {
  const whole = await admin.search({ cbo: '521110', ...ofJuly });
  expect(whole.method.completeness).toEqual(complete);
  expect(whole.panels?.regional).toMatchObject({
    isComparable: true,
    rankedStates: 2,
    states: [
      { codigo: 'RJ', rank: 1, median: 2500 },
      { codigo: 'SP', rank: 2, median: 1900 },
    ],
  });
  expect(whole.panels?.gender.gap).not.toBeNull();
  expect(whole.panels?.trend.months.at(-1)).toMatchObject({ month: '202307', isComparable: true });

  const some = await admin.search({ cbo: '521110', uf: 'SP' });
  expect(some.method).toMatchObject({
    period: { from: '202305', to: '202307' },
    completeness: partial,
  });
  // The figures stay: 30 records of 1,800 and 30 of 2,000.
  expect(some.statistics).toMatchObject({ count: 60, median: 1900 });
  expect(some.panels?.regional).toMatchObject({
    isComparable: false,
    rankedStates: 0,
    // States with the most records come first.
    states: [
      { codigo: 'SP', rank: null, count: 60, median: 1900 },
      { codigo: 'RJ', rank: null, count: 40, median: 2500 },
    ],
    municipalities: { places: [{ codigo: '355030', rank: null }] },
  });
  const { panels } = some;
  expect(panels?.gender).toMatchObject({ isComparable: false, gap: null });
  expect(panels?.trend.months.map(({ isComparable }) => isComparable)).toEqual([
    false,
    false,
    false,
  ]);
  for (const panel of [panels?.companySize, panels?.schooling, panels?.age, panels?.sector]) {
    expect(panel?.isComparable).toBe(false);
  }
  expect(panels?.family?.isComparable).toBe(false);

  const late = await admin.search({ cbo: '521110', ...ofJune });
  expect(late.method.completeness).toEqual(lateOnly);
  expect(late.statistics).toMatchObject({ count: 20, median: 1900 });
});

test('a month before without its main file is compared with none, in an answer that is complete', async () => {
  const { panels } = await admin.search({ cbo: '521110', ...ofJuly });
  expect(
    panels?.trend.months.map(({ month, isRequested, isComparable }) => [
      month,
      isRequested,
      isComparable,
    ]),
  ).toEqual([
    ['202305', false, true],
    ['202306', false, false],
    ['202307', true, true],
  ]);
});

const query = async (period: object) =>
  EqualityAnswer.parse((await admin.call('POST', '/api/equality', { uf: 'SP', ...period })).json());

describe('Igualdade', () => {
  test('gives no ratio of incomplete data, of groups and of races, and its figures as they are', async () => {
    const whole = await query(ofJuly);
    expect(whole.completeness).toEqual(complete);
    expect(whole.whole).toMatchObject({ withheld: null, medianRatio: 0.9, meanRatio: 0.9 });
    expect(whole.whole.adjusted).not.toBeNull();
    const some = await query({});
    expect(some.completeness).toEqual(partial);
    for (const row of [some.whole, ...some.rows]) {
      expect(row).toMatchObject({
        women: { count: 30, median: 1800, mean: 1800 },
        men: { count: 30, median: 2000, mean: 2000 },
        withheld: 'incompleto',
        medianRatio: null,
        meanRatio: null,
        adjusted: null,
      });
    }
    const races = await admin.call('POST', '/api/equality/races', { uf: 'SP' });
    expect(EqualityRaces.parse(races.json())).toMatchObject({
      completeness: partial,
      rows: [{ race: '1', withheld: 'incompleto', medianRatio: null, adjusted: null }],
    });
  });

  test('a receipt says so, and agrees with the same computed again', async () => {
    const { receipt } = await query({});
    const read = await admin.call('GET', `/api/receipts/${receipt?.id}`);
    expect(EqualityReceipt.parse(read.json())).toMatchObject({
      completeness: partial,
      figures: { whole: { withheld: 'incompleto', medianRatio: null } },
    });
    const checked = await admin.call('POST', `/api/receipts/${receipt?.id}/check`);
    expect(ReceiptCheck.parse(checked.json())).toMatchObject({
      result: 'confere',
      differences: [],
    });
  });

  test('a receipt of an earlier version, with its ratios, shows none and still agrees', async () => {
    const { receipt } = await query({});
    const id = receipt?.id ?? '';
    const { db } = research.installation.store;
    const stored = await db
      .selectFrom('receipts')
      .select('statistics')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const figures = JSON.parse(stored.statistics);
    const { whole } = await query(ofJuly);
    const { withheld, medianRatio, meanRatio, adjusted } = whole;
    const before = { ...figures.whole, withheld, medianRatio, meanRatio, adjusted };
    await db
      .updateTable('receipts')
      .set({ statistics: JSON.stringify({ ...figures, whole: before }) })
      .where('id', '=', id)
      .execute();
    const read = EqualityReceipt.parse((await admin.call('GET', `/api/receipts/${id}`)).json());
    expect(read.figures.whole).toMatchObject({ withheld: 'incompleto', medianRatio: null });
    const checked = await admin.call('POST', `/api/receipts/${id}/check`);
    expect(ReceiptCheck.parse(checked.json()).result).toBe('confere');
  });
});

test('the market of a payroll says how complete its months are', async () => {
  const cells = await admin.call('GET', '/api/market/cells?familias=5211&uf=SP');
  expect(MarketCells.parse(cells.json())).toMatchObject({
    periodo: { inicio: '202305', fim: '202307' },
    completude: partial,
  });
});

const receiptOf = async (filters: object) =>
  (await admin.search({ cbo: '521110', ...filters })).receipt?.id ?? '';

describe('a receipt of a search', () => {
  test('says so, also one that was stored without it, and on its public page', async () => {
    const id = await receiptOf({});
    const read = async () =>
      SearchReceipt.parse((await admin.call('GET', `/api/receipts/${id}`)).json()).method;
    expect((await read()).completeness).toEqual(partial);
    const { db } = research.installation.store;
    const { method } = await db
      .selectFrom('receipts')
      .select('method')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { completeness: _, ...before } = JSON.parse(method);
    await db
      .updateTable('receipts')
      .set({ method: JSON.stringify(before) })
      .where('id', '=', id)
      .execute();
    expect((await read()).completeness).toEqual(partial);
    expect(await receiptOf({})).toBe(id);

    await admin.call('PUT', '/api/admin/public-links', { isAllowed: true, frameOrigins: [] });
    const made = await admin.call('POST', `/api/receipts/${id}/links`, {
      days: 7,
      password: knownPassword,
    });
    const token = NewPublicLink.parse(made.json()).address.split('/p/')[1] ?? '';
    const shared = await research.served.app.inject({ url: `/api/public/${token}` });
    expect(PublicReceipt.parse(shared.json()).method.completeness).toEqual(partial);
  });

  test('of a complete month says that', async () => {
    const id = await receiptOf(ofJuly);
    const receipt = SearchReceipt.parse((await admin.call('GET', `/api/receipts/${id}`)).json());
    expect(receipt.method.completeness).toEqual(complete);
  });
});

test('the history and saved searches say so beside their figures', async () => {
  await admin.search({ cbo: '521110', uf: 'RJ' });
  await admin.search({ cbo: '521110', uf: 'RJ', ...ofJuly });
  const history = z.array(HistoryEntry).parse((await admin.call('GET', '/api/history')).json());
  const [whole, some] = history;
  expect(whole?.completeness).toEqual(complete);
  expect(some?.completeness).toEqual(partial);

  const save = async (name: string, filters: object) =>
    SavedSearch.parse((await admin.call('POST', '/api/saved', { name, filters })).json());
  expect((await save('Todos os meses', { cbo: '521110' })).seen.completeness).toEqual(partial);
  expect((await save('Julho', { cbo: '521110', ...ofJuly })).seen.completeness).toEqual(complete);
});

const readTree = async () =>
  OccupationNodes.parse((await admin.call('GET', '/api/reference/occupation-groups')).json());

test('the tree of occupations says so above its figures', async () => {
  await expect.poll(async () => (await readTree()).valores).toBe('prontos');
  expect((await readTree()).completude).toEqual(partial);
});

const nameOf = async (period: string) =>
  (await admin.call('GET', `/api/search/records.csv?cbo=521110${period}`)).headers[
    'content-disposition'
  ];

test('the name of a file of records says so', async () => {
  expect(await nameOf('')).toMatch(/-versao-\d+-dados-incompletos\.csv"$/);
  expect(await nameOf('&periodoInicio=202307&periodoFim=202307')).toMatch(/-versao-\d+\.csv"$/);
});

describe('the API for programs', () => {
  const send = (url: string, payload?: object) =>
    research.served.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload !== undefined && { payload }),
    });
  const call = async (url: string, payload?: object) => (await send(url, payload)).json();
  let key = '';
  beforeAll(async () => {
    key = await research.apiKey();
  });

  test('has the months and a notice in each answer, and no difference of incomplete data', async () => {
    const filtros = { cbo: '521110', uf: 'SP' };
    const completude = { situacao: 'parcial', meses: 3, sem_mov: ['202306'], aviso: notice };
    const some = ApiAnswer.parse(await call('/api/v1/pesquisa', { filtros }));
    expect(some.metadados.completude).toEqual(completude);
    expect(some.avisos[0]).toMatch(notice);
    expect(some.estatisticas).toMatchObject({ registros: 60, mediana: 1900 });
    const receipt = ApiReceipt.parse(await call(`/api/v1/recibos/${some.metadados.recibo}`));
    expect(receipt.metadados.completude).toEqual(completude);
    expect(receipt.avisos[0]).toMatch(notice);

    const whole = ApiAnswer.parse(
      await call('/api/v1/pesquisa', { filtros: { ...filtros, ...ofJuly } }),
    );
    expect(whole.metadados.completude).toEqual({
      situacao: 'completa',
      meses: 1,
      sem_mov: [],
      aviso: null,
    });
    expect(whole.avisos.filter((text) => text.includes('MOV'))).toEqual([]);

    const compare = async (...own: object[]) =>
      ApiComparison.parse(
        await call('/api/v1/comparacao', {
          selecoes: own.map((one, index) => ({ uf: index === 0 ? 'RJ' : 'SP', ...one })),
        }),
      );
    expect((await compare(ofJuly, ofJuly)).selecoes[1]?.diferenca?.reais).toBe(-600);
    const mixed = await compare(ofJuly, {});
    expect(mixed.selecoes[1]?.diferenca).toBeNull();
    expect(mixed.avisos[0]).toMatch(
      'Dados incompletos: falta o arquivo principal (MOV) de meses da seleção B.',
    );
  });

  test('states it in CSV and Parquet, in a column and in a header', async () => {
    const filtros = { cbo: '521110', uf: 'SP' };
    const headerOf = async (path: string, own: object = {}) =>
      (await send(path, { filtros: { ...filtros, ...own } })).headers['x-completude'];
    for (const path of [
      'pesquisa?formato=csv',
      'pesquisa?formato=parquet',
      'distribuicao?formato=csv',
    ]) {
      expect(await headerOf(`/api/v1/${path}`), path).toBe('parcial; sem_mov=202306');
      expect(await headerOf(`/api/v1/${path}`, ofJuly), path).toBe('completa');
    }
    const csv = await send('/api/v1/pesquisa?formato=csv', { filtros });
    expect(noticesOf(csv.body)).toEqual(new Set([notice]));
    const whole = await send('/api/v1/pesquisa?formato=csv', {
      filtros: { ...filtros, ...ofJuly },
    });
    expect(noticesOf(whole.body)).toEqual(new Set(['']));
  });
});

/** The values of the column `aviso`. */
function noticesOf(csv: string): ReadonlySet<string | undefined> {
  const [header = [], ...rows] = csv
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(';').map((cell) => cell.replaceAll('"', '')));
  return new Set(rows.map((row) => row[header.indexOf('aviso')]));
}
