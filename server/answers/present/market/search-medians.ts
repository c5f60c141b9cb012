import { rankedPercentile } from '../../../../shared/statistics/percentile.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { countedRows } from '../../query/selection-sql.ts';
import { familyConditions } from './market-cells.ts';

interface MedianRow {
  readonly occupation: number;
  readonly records: number;
  /** Centavos at the rank below the median and at the one above it. */
  readonly below: number;
  readonly above: number;
}

/**
 * The median of each occupation of some families as a search states it: records of any hours, at the salary of the
 * file. In centavos, by the CBO's number. `query` is about all occupations.
 */
export async function searchMedians(
  warehouse: Warehouse,
  query: SalaryQuery,
  families: readonly string[],
  limits: QueryLimits,
): Promise<ReadonlyMap<number, number>> {
  const { clauses, params } = countedRows(query);
  const own = familyConditions(families);
  const text = `
    select occupation, records,
      arrayFirst((pair, last) -> last >= intDiv(records - 1, 2) + 1, pays, lasts).1 as below,
      arrayFirst((pair, last) -> last >= intDiv(records, 2) + 1, pays, lasts).1 as above
    from (
      select occupation, arraySort(groupArray((pay, here))) as pays, sum(here) as records,
        arrayCumSum(arrayMap(pair -> pair.2, pays)) as lasts
      from (
        select cbo as occupation, assumeNotNull(salary) as pay, sum(weight) as here
        from movements
        where ${[...clauses, ...own.clauses].join('\n          and ')}
        group by occupation, pay
        having here > 0
      )
      group by occupation
    )
    order by occupation`;
  const rows = await warehouse.rows<MedianRow>(
    { text, params: { ...params, ...own.params } },
    limits,
  );
  return new Map(
    rows.flatMap(({ occupation, records, below, above }) => {
      const lower = Math.floor((records - 1) / 2) + 1;
      const salaryAt = (rank: number) => (rank === lower ? below : above);
      const median = rankedPercentile({ count: records, salaryAt }, 5000);
      return median === null ? [] : [[occupation, median] as const];
    }),
  );
}
