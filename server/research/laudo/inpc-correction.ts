import { setImmediate } from 'node:timers/promises';
import type { SalaryQuery } from '../../answers/query/salary-query.ts';
import { countedRows } from '../../answers/query/selection-sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { QueryLimits, Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { type InpcMonth, allInpcMonths, factorsTo } from '../../reference/inpc.ts';
import { monthLater } from '../../../shared/codes/months.ts';
import type { Period } from '../../../shared/filters/data.ts';
import {
  realRecordsOfMonths,
  type NominalMonth,
  type RealRecords,
} from '../../../shared/statistics/deflation.ts';
import { withRanks, sumOf } from '../../../shared/statistics/percentile.ts';

/** The INPC indexes that convert each month of a period to the prices of one month; months are AAAAMM. */
export interface InpcCorrection {
  readonly period: Period;
  /** The month of the corrected money. */
  readonly to: string;
  /** From the month after the period's first to `to`, ascending; empty if both are the same. */
  readonly months: readonly InpcMonth[];
}

/**
 * The correction to the chosen month, or to the last month with a known index. Returns null if no month is chosen and
 * the indexes do not reach from the period's first month to its last. Throws `AppError` 400 for a chosen month that the
 * indexes do not reach.
 */
export function inpcCorrection(period: Period, chosen?: string): InpcCorrection | null {
  const known = allInpcMonths();
  const last = known.at(-1)?.month ?? '';
  const to = chosen ?? last;
  const isReached = to <= last && factorsTo(to, [period.from]).has(period.from);
  if (to >= period.to && isReached) {
    const months = known.filter(({ month }) => month > period.from && month <= to);
    return { period, to, months };
  }
  if (chosen === undefined) return null;
  throw new AppError('month_without_index', 400, outOfReach(period, known), { field: 'mes' });
}

function outOfReach({ from, to }: Period, known: readonly InpcMonth[]): string {
  const [first = '', last = ''] = [known[0]?.month, known.at(-1)?.month];
  if (monthLater(from, 1) < first)
    return `O INPC conhecido começa em ${numericMonth(first)}, e a pesquisa em ${numericMonth(from)}. Peça o laudo sem correção.`;
  return last < to
    ? `O INPC conhecido vai só até ${numericMonth(last)}, e a pesquisa até ${numericMonth(to)}. Importe os índices novos em Configurações, ou peça o laudo sem correção.`
    : `Escolha um mês de ${numericMonth(to)}, o último da pesquisa, a ${numericMonth(last)}, o último com INPC conhecido.`;
}

/** AAAAMM as MM/AAAA. */
export const numericMonth = (month: string) => `${month.slice(4)}/${month.slice(0, 4)}`;

/** The records of a query, each corrected from its own month. */
export async function correctedRecords(
  warehouse: Warehouse,
  query: SalaryQuery,
  { to }: InpcCorrection,
  limits: QueryLimits,
): Promise<RealRecords> {
  const rows = await warehouse.rows<MonthRow>(monthsSql(query), limits);
  const factors = factorsTo(
    to,
    rows.map(({ month }) => String(month)),
  );
  const months: NominalMonth[] = [];
  for (const { month, centavos, records } of rows) {
    const factor = factors.get(String(month));
    if (factor === undefined) throw new Error(`No index brings ${month} to ${to}.`);
    // A month of all Brazil takes some 10 ms.
    await setImmediate();
    const distribution = withRanks({ centavos, counts: records });
    months.push({ distribution, total: sumOf(distribution), factor });
  }
  return realRecordsOfMonths(months);
}

interface MonthRow {
  readonly month: number;
  readonly centavos: number[];
  readonly records: number[];
}

function monthsSql(query: SalaryQuery): Sql {
  const { clauses, params } = countedRows(query);
  const text = `
    select month, arrayMap(pair -> pair.1, pairs) as centavos, arrayMap(pair -> pair.2, pairs) as records
    from (
      select month, arraySort(groupArray((pay, here))) as pairs
      from (
        select month, assumeNotNull(salary) as pay, sum(weight) as here
        from movements
        where ${clauses.join('\n          and ')}
        group by month, pay
        having here > 0
      )
      group by month
    )
    order by month`;
  return { text, params };
}
