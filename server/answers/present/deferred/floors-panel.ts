import { setImmediate } from 'node:timers/promises';
import { recordsOf } from '../../../../shared/statistics/percentile.ts';
import type { FloorsPanel } from '../../../../shared/contracts/deferred-panels.ts';
import {
  concentrationsOf,
  jumpMonth,
  type Concentration,
  type MonthAtValue,
} from './concentrations.ts';
import { areEnough } from '../../../../shared/statistics/interval-difference.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import {
  hasMinimumWage,
  lastCertainWageMonth,
  minimumWageCentavos,
} from '../../../reference/minimum-wage.ts';
import { monthLater } from '../../../../shared/codes/months.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import type { PayGroups } from '../../query/engine/pay-group.ts';
import { queryMonths, type SalaryQuery } from '../../query/salary-query.ts';
import { countedRows } from '../../query/selection-sql.ts';
import { areComparable } from '../panels/figures.ts';
import { minRecordsOf } from '../suppression/min-records.ts';
import type { PaySource } from '../../query/engine/counted-pay.ts';

const maxShown = 12;

/** The exact values at which pay piles up, and the month in which the largest of them begins or ends. */
export async function floorsPanel(
  { warehouse, backend }: PaySource,
  query: SalaryQuery,
  limits: QueryLimits,
): Promise<FloorsPanel> {
  const { distribution, groups } = await backend.count(warehouse, query, limits);
  await setImmediate();
  const records = recordsOf(distribution);
  const designEffect = designEffectOf(query);
  const certain = lastCertainWageMonth();
  const uncertain = queryMonths(query).find((month) => month > certain) ?? null;
  const nothing = {
    registros: records,
    valores: [],
    data_base: null,
    minimo_desconhecido_desde: uncertain,
  };
  if (!areComparable(query)) return { ...nothing, falta: 'incompleto' };
  if (!areEnough(records, designEffect)) return { ...nothing, falta: 'poucos_registros' };
  const minRecords = minRecordsOf(query);
  const wages = minimumWages(query);
  const rule = { designEffect, minRecords, named: new Set(wages.keys()) };
  const found = (await concentrationsOf(distribution, rule)).slice(0, maxShown);
  if (found.length === 0) return { ...nothing, falta: null };
  const months = monthsOf(query, groups('month'), await recordsAt(warehouse, query, found, limits));
  const main = found.find(({ centavos }) => !wages.has(centavos));
  const jump = main && jumpMonth(months.get(main.centavos) ?? [], designEffect, minRecords);
  return {
    registros: records,
    valores: found.map(({ centavos, count, expected }) => {
      const seen = (months.get(centavos) ?? []).filter(({ at }) => at >= minRecords);
      return {
        valor: centavos / 100,
        minimo_desde: wages.get(centavos) ?? null,
        registros: count,
        parte: count / records,
        esperados: expected,
        excesso: count - expected,
        primeiro_mes: seen[0]?.month ?? null,
        ultimo_mes: seen.at(-1)?.month ?? null,
      };
    }),
    // Later, a value may begin because it is the new minimum wage, or end because it is below it.
    data_base:
      main && jump && jump.month <= certain
        ? { mes: jump.month, valor: main.centavos / 100, comeca: jump.rises }
        : null,
    minimo_desconhecido_desde: uncertain,
    falta: null,
  };
}

/** The minimum wages of the query's months and of the month before, which new hires may still have, by first month. */
function minimumWages(query: SalaryQuery): ReadonlyMap<number, string> {
  const months = queryMonths(query);
  const [first] = months;
  const known = [...(first === undefined ? [] : [monthLater(first, -1)]), ...months].filter(
    hasMinimumWage,
  );
  return new Map(known.map((month) => [minimumWageCentavos(month), sinceOf(month)]));
}

/** The first month (AAAAMM) of the minimum wage that is in force in a month. */
function sinceOf(month: string): string {
  const before = monthLater(month, -1);
  const isSame =
    hasMinimumWage(before) && minimumWageCentavos(before) === minimumWageCentavos(month);
  return isSame ? sinceOf(before) : month;
}

/** Every month of the query, by value in centavos. */
function monthsOf(
  query: SalaryQuery,
  groups: PayGroups,
  rows: readonly MonthOfValue[],
): ReadonlyMap<number, readonly MonthAtValue[]> {
  const monthsAt = (own: readonly MonthOfValue[]) =>
    queryMonths(query).map((month) => ({
      month,
      records: groups.get(Number(month))?.count ?? 0,
      at: own.find((row) => row.month === Number(month))?.records ?? 0,
    }));
  const byValue = Map.groupBy(rows, ({ value }) => value);
  return new Map([...byValue].map(([value, own]) => [value, monthsAt(own)]));
}

interface MonthOfValue {
  readonly month: number;
  readonly value: number;
  readonly records: number;
}

/** The records at each value in each month. */
async function recordsAt(
  warehouse: Warehouse,
  query: SalaryQuery,
  found: readonly Concentration[],
  limits: QueryLimits,
): Promise<readonly MonthOfValue[]> {
  const values = found.map(({ centavos }) => centavos);
  const { clauses, params } = countedRows(query, {
    clause: 'has({values:Array(Int64)}, salary)',
    params: { values },
  });
  const text = `
    select month, assumeNotNull(salary) as value, sum(weight) as records
    from movements
    where ${clauses.join('\n      and ')}
    group by month, value
    order by month, value`;
  return warehouse.rows<MonthOfValue>({ text, params }, limits);
}
