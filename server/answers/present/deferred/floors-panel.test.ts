import { expect, test } from 'vitest';
import { monthsFrom } from '../../../../shared/codes/months.ts';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { floorsPage } from '../../../../shared/sentences/floors-page.ts';
import { emptyWarehouse } from '../../../../tests/support/empty-warehouse.ts';
import { julyRelease } from '../../../../tests/support/july-release.ts';
import { rankedSalaries } from '../../../../tests/support/planted-towns.ts';
import type { Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { floorsPanel } from './floors-panel.ts';

/** Records at a value in centavos, by month. */
type Heaps = Readonly<Record<number, Readonly<Record<string, number>>>>;

const recordsOf = (byMonth: Heaps[number]) =>
  Object.values(byMonth).reduce((sum, records) => sum + records, 0);

/** 2,000 salaries of one record, and these heaps among them. */
function distributionOf(heaps: Heaps) {
  const counts = new Map(Array.from({ length: 2000 }, (_, at) => [200_000 + 100 * at, 1]));
  for (const [value, byMonth] of Object.entries(heaps))
    counts.set(Number(value), recordsOf(byMonth));
  const centavos = [...counts.keys()].toSorted((a, b) => a - b);
  return { centavos, counts: centavos.map((amount) => counts.get(amount) ?? 0) };
}

/** The panel of the months from the first to the last, each with a thousand records. */
function panelOf(heaps: Heaps, first = '202307', kind: 'MOV' | 'FOR' = 'MOV', last = '202307') {
  const months = monthsFrom(first, last);
  const release = {
    ...julyRelease,
    months,
    firstMonth: first,
    files: months.map((month) => ({ kind, month })),
  };
  const rows = Object.entries(heaps).flatMap(([value, byMonth]) =>
    Object.entries(byMonth).map(([month, records]) => ({
      month: Number(month),
      value: Number(value),
      records,
    })),
  );
  const warehouse: Warehouse = {
    ...emptyWarehouse,
    rows: async () => JSON.parse(JSON.stringify(rows)),
  };
  const thousand = { ...rankedSalaries(Array.from({ length: 1000 }, () => 1)), total: 0n };
  const count = () =>
    Promise.resolve({
      structure: 'lines' as const,
      distribution: distributionOf(heaps),
      remaining: new Map(),
      fullTime: null,
      groups: () => new Map(months.map((month) => [Number(month), thousand])),
      occupations: new Map(),
    });
  const filters = { cbo: '521110', periodoInicio: first, periodoFim: last };
  const query = resolveQuery(SearchFilters.parse(filters), release);
  return floorsPanel({ warehouse, backend: { count } }, query, { timeoutMs: 1000 });
}

test('shows the twelve values with the most records', async () => {
  const counts = [300, 310, 320, 330, 340, 350, 360, 370, 380, 390, 400, 410, 420, 430];
  const { valores } = await panelOf(
    Object.fromEntries(counts.map((count, at) => [210_100 + 10_000 * at, { 202307: count }])),
  );
  expect(valores.map(({ registros }) => registros)).toEqual(counts.toReversed().slice(0, 12));
  const [first] = valores;
  // Each heap takes the place of one of the 2,000 salaries; the amounts around it have one record each.
  expect(first).toMatchObject({
    valor: 3401,
    registros: 430,
    parte: 430 / (2000 - 14 + 5110),
    esperados: 1,
    excesso: 429,
  });
});

test('a value is seen in the months in which it has five records, from the first to the last', async () => {
  const { valores, data_base: jump } = await panelOf(
    {
      // The commonest value begins in June; the other one has no such month.
      210_050: { 202304: 4, 202305: 5, 202306: 200, 202307: 210 },
      250_050: { 202304: 75, 202305: 75, 202306: 75, 202307: 75 },
    },
    '202304',
  );
  expect(valores.map((one) => [one.valor, one.primeiro_mes, one.ultimo_mes])).toEqual([
    [2100.5, '202305', '202307'],
    [2500.5, '202304', '202307'],
  ]);
  expect(jump).toEqual({ mes: '202306', valor: 2100.5, comeca: true });
});

test('the minimum wages of the months and of the month before have their first month, and no jump', async () => {
  // R$ 1.302,00 from January 2023, R$ 1.320,00 from May.
  const { valores, data_base: jump } = await panelOf(
    { 130_200: { 202305: 300, 202306: 5 }, 132_000: { 202305: 5, 202306: 300, 202307: 300 } },
    '202305',
  );
  expect(valores.map((one) => [one.valor, one.minimo_desde])).toEqual([
    [1320, '202305'],
    [1302, '202301'],
  ]);
  expect(jump).toBeNull();
});

test('a value of months whose minimum wage is not imported is no sign of the month of an agreement', async () => {
  // The last minimum wage that the product knows is that of 2026.
  const heaps = {
    162_100: { 202611: 200, 202612: 200 },
    170_990: { 202701: 300, 202702: 300 },
  };
  const panel = await panelOf(heaps, '202611', 'MOV', '202702');
  expect(panel.minimo_desconhecido_desde).toBe('202701');
  expect(panel.data_base).toBeNull();
  const page = floorsPage(panel);
  expect(page.sentences.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    '13,3 % dos registros têm o salário mínimo de jan/2026, R$ 1.621,00.',
    'Sem contar o mínimo conhecido e os valores redondos, os salários se concentram mais em R$ 1.709,90: 20,0 % dos registros.',
    'O salário mínimo de jan/2027 em diante ainda não foi importado: um destes valores pode ser ele.',
  ]);
  expect(page.tables[0]?.rows.map((row) => row[1])).toEqual([
    'possível piso, salário mínimo ou tabela',
    'salário mínimo',
  ]);
});

test('incomplete data have no values, and the reason', async () => {
  const heaps = { 210_100: { 202307: 430 } };
  expect(await panelOf(heaps, '202307', 'FOR')).toEqual({
    registros: 2000 - 1 + 430,
    valores: [],
    data_base: null,
    minimo_desconhecido_desde: null,
    falta: 'incompleto',
  });
  expect((await panelOf(heaps)).falta).toBeNull();
});
