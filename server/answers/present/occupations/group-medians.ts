import { defined } from '../../../../shared/codes/defined.ts';
import { percentile, type RankedSalaries } from '../../../../shared/statistics/percentile.ts';
import type { Sql } from '../../../platform/warehouse/warehouse.ts';
import type { Conditions } from '../../query/selection-sql.ts';

/** A group with the salaries at some of its ranks. */
export interface MedianRow {
  /** Which columns of `by` the row is grouped by: the engine's `grouping()` value. */
  readonly level: number;
  readonly code: number;
  readonly records: number;
  /** From 1; the two middle ranks are equal for an odd number of records. */
  readonly ranks: readonly number[];
  /** The salary in centavos at each of them. */
  readonly found: readonly number[];
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
  /** Ranks to find besides the middle ones, computed from a row's `level`, `code` and `records`. */
  readonly furtherRanks?: readonly string[];
}

const middleRanks = ['intDiv(records + 1, 2)', 'intDiv(records, 2) + 1'];

/**
 * The middle salaries of each group, computed in a single scan. An occupation has few distinct salaries for its number
 * of records: the query counts each distinct salary first, and then gathers the counts by group.
 */
export function groupMediansSql(
  { keys, columns, level, code, by, split, furtherRanks = [] }: MedianGrouping,
  { clauses, params }: Conditions,
): Sql {
  const names = ['level', 'code', ...(split === undefined ? [] : [split])].join(', ');
  const ranks = [...middleRanks, ...furtherRanks];
  // A column for each rank: an array of them would copy `totals` for each of its elements.
  const salaryAt = ranks.map(
    (_, at) => `salaries[arrayFirstIndex(upTo -> upTo >= rank${at}, totals)]`,
  );
  const text = `
    select ${names}, records,
      [${ranks.map((_, at) => `rank${at}`).join(', ')}] as ranks,
      [${salaryAt.join(', ')}] as found
    from (
      select ${names}, records,
        ${ranks.map((rank, at) => `${rank} as rank${at}`).join(', ')},
        arraySort(gathered) as ascending,
        arrayMap(pay -> pay.1, ascending) as salaries,
        arrayCumSum(arrayMap(pay -> pay.2, ascending)) as totals
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

/** The salaries of a group at the ranks that were found. */
export const rankedRow = ({ records, ranks, found }: MedianRow): RankedSalaries => ({
  count: records,
  salaryAt: (rank) => defined(found[ranks.indexOf(rank)]),
});

/** The median in centavos. */
export const medianOf = (row: MedianRow): number | null => percentile(rankedRow(row), 5000);

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
