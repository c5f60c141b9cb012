import { rankedPercentile } from '../../../../shared/statistics/percentile.ts';
import type { Sql } from '../../../platform/warehouse/warehouse.ts';
import type { Conditions } from '../../query/selection-sql.ts';

/** A group with its middle salaries. */
export interface MedianRow {
  /** Which columns of `by` the row is grouped by: the engine's `grouping()` value. */
  readonly level: number;
  readonly code: number;
  readonly records: number;
  /** Centavos; both are equal for an odd number of records. */
  readonly lower: number;
  readonly upper: number;
}

/** How lines are grouped, in SQL. */
export interface MedianGrouping {
  /** The columns by which distinct salaries are counted. */
  readonly keys: string;
  /** The columns of the groups, made of the keys. */
  readonly columns: string;
  readonly level: string;
  readonly code: string;
  readonly by: string;
  /** A column of `by` that each row has besides its code. */
  readonly split?: 'sex';
}

/**
 * The middle salaries of each group, computed in a single scan. An occupation has few distinct salaries for its number
 * of records: the query counts each distinct salary first, and then gathers the counts by group.
 */
export function groupMediansSql(
  { keys, columns, level, code, by, split }: MedianGrouping,
  { clauses, params }: Conditions,
): Sql {
  const names = ['level', 'code', ...(split === undefined ? [] : [split])].join(', ');
  const text = `
    select ${names}, records,
      salaries[arrayFirstIndex(rank -> rank >= intDiv(records + 1, 2), ranks)] as lower,
      salaries[arrayFirstIndex(rank -> rank >= intDiv(records, 2) + 1, ranks)] as upper
    from (
      select ${names}, records,
        arraySort(gathered) as ascending,
        arrayMap(pay -> pay.1, ascending) as salaries,
        arrayCumSum(arrayMap(pay -> pay.2, ascending)) as ranks
      from (
        select ${level} as level, ${code} as code,${split === undefined ? '' : ` ${split},`} sum(here) as records,
          groupArray((centavos, here)) as gathered
        from (
          select ${columns}, centavos, here
          from (
            select ${keys}, assumeNotNull(salary) as centavos, sum(weight) as here
            from movements
            where ${clauses.join('\n              and ')}
            group by ${keys}, centavos
            having here > 0
          )
        )
        group by ${by}
      )
    )
    order by ${names}`;
  return { text, params };
}

/** The median in centavos. */
export function medianOf({ records, lower, upper }: MedianRow): number | null {
  const lowerRank = Math.ceil(records / 2);
  const salaryAt = (rank: number) => (rank === lowerRank ? lower : upper);
  return rankedPercentile({ count: records, salaryAt }, 5000);
}

/**
 * The code of a row in the CBO's digits, '' for all occupations. `digits` has the number of digits of each `level`: a
 * level has one bit for each column that its rows are not grouped by.
 */
export function groupCode(
  { level, code }: MedianRow,
  digits: Readonly<Record<number, number>>,
): string {
  const length = digits[level];
  if (length === undefined) throw new RangeError(`Unknown grouping level ${level}.`);
  return length === 0 ? '' : String(code).padStart(length, '0');
}
