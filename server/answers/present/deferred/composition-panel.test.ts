import { expect, test } from 'vitest';
import { monthsFrom } from '../../../../shared/codes/months.ts';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { emptyWarehouse } from '../../../../tests/support/empty-warehouse.ts';
import { julyRelease } from '../../../../tests/support/july-release.ts';
import { rankedSalaries } from '../../../../tests/support/planted-towns.ts';
import type { Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { compositionPanel } from './composition-panel.ts';

const limits = { timeoutMs: 1000 };
const loaded = monthsFrom('202206', '202307');

/** What the panel lacks, and the months whose cells it reads, for these numbers of records by month. */
async function panelOf(
  counts: Readonly<Record<string, number>>,
  { from = '202206', months = loaded }: { from?: string; months?: readonly string[] } = {},
) {
  const release = {
    ...julyRelease,
    months,
    firstMonth: months[0] ?? '',
    files: months.map((month) => ({ kind: 'MOV' as const, month })),
  };
  const filters = { cbo: '521110', periodoInicio: from, periodoFim: '202307' };
  const read: unknown[] = [];
  const warehouse: Warehouse = {
    ...emptyWarehouse,
    stream: (sql, own) => {
      read.push([sql.params?.['before'], sql.params?.['after']]);
      return emptyWarehouse.stream(sql, own);
    },
  };
  const groups = new Map(
    loaded.map((month) => [
      Number(month),
      { ...rankedSalaries(Array.from({ length: counts[month] ?? 40 }, () => 150_000)), total: 0n },
    ]),
  );
  const count = () =>
    Promise.resolve({
      structure: 'lines' as const,
      distribution: { centavos: [], counts: [] },
      remaining: new Map(),
      fullTime: null,
      groups: () => groups,
      occupations: new Map(),
    });
  const query = resolveQuery(SearchFilters.parse(filters), release);
  const { falta } = await compositionPanel({ warehouse, backend: { count } }, query, limits);
  return { falta, read };
}

test('compares the last month of a query that has a year before', async () => {
  expect(await panelOf({})).toEqual({ falta: 'poucos_registros', read: [[202207, 202307]] });
  // Without July 2022, June 2023 is the last month with one.
  const months = loaded.filter((month) => month !== '202207');
  expect(await panelOf({}, { from: '202306', months })).toMatchObject({ read: [[202206, 202306]] });
  expect(await panelOf({}, { from: '202307', months })).toEqual({
    falta: 'ano_anterior',
    read: [],
  });
  expect(await panelOf({}, { months })).toEqual({ falta: 'incompleto', read: [] });
});

test('reads no cells of a month whose mean Tendências hides', async () => {
  const hidden = { falta: 'poucos_registros', read: [] };
  expect(await panelOf({ 202307: 4 }, { from: '202307' })).toEqual(hidden);
  expect(await panelOf({ 202307: 5 }, { from: '202307' })).toMatchObject({
    read: [[202207, 202307]],
  });
  // The smallest of the other months protects a month of three records.
  expect(await panelOf({ 202210: 3, 202307: 39 })).toEqual(hidden);
  expect(await panelOf({ 202210: 3, 202207: 39 })).toEqual(hidden);
  expect(await panelOf({ 202210: 3, 202208: 39 })).toMatchObject({ read: [[202207, 202307]] });
});
