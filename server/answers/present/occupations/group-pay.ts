import type { Completeness } from '../../../../shared/contracts/completeness.ts';
import { rankedPercentile } from '../../../../shared/statistics/percentile.ts';
import { fewestForStatistics } from '../../../../shared/statistics/design-effect.ts';
import type { QueryLimits, Sql, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { countedRows } from '../../query/selection-sql.ts';

/**
 * The published figures of an occupation or of a group of occupations: its records and, if there are enough, their
 * median in reais.
 */
interface GroupPay {
  readonly records: number;
  readonly median: number | null;
}

/** By the code of an occupation, family, subgrupo, subgrupo principal or grande grupo: 6, 4, 3, 2 digits or 1. */
export type GroupPays = ReadonlyMap<string, GroupPay>;

/** The figures of the current release's default query, or why there are none now. */
export type GroupPaysState =
  | {
      readonly state: 'ready';
      readonly period: Period;
      readonly completeness: Completeness;
      readonly pays: GroupPays;
    }
  | { readonly state: 'counting' | 'failed' | 'noMonths' };

export type Period = NonNullable<SalaryQuery['period']>;

interface GroupRow {
  readonly level: number;
  readonly code: number;
  readonly records: number;
  /** Centavos; both are equal for an odd number of records. */
  readonly lower: number;
  readonly upper: number;
}

/**
 * Number of digits of a row's code, by the engine's `grouping()` value: one bit for each column that the row is not
 * grouped by.
 */
const digitsOfLevel: Readonly<Record<number, number>> = {
  0b01111: 1,
  0b10111: 2,
  0b11011: 3,
  0b11101: 4,
  0b11110: 6,
};

/**
 * The records and exact medians of every occupation and group of occupations that a query finds, computed in a single
 * scan. Codes that name no occupation (empty, 999999) are in no group.
 */
export async function groupPays(
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
): Promise<GroupPays> {
  const rows = await warehouse.rows<GroupRow>(groupPaysSql(query), limits);
  return new Map(rows.map((row) => [codeOf(row), payOf(row)]));
}

function codeOf({ level, code }: GroupRow): string {
  const digits = digitsOfLevel[level];
  if (digits === undefined) throw new RangeError(`No grouping has the mark ${level}.`);
  return String(code).padStart(digits, '0');
}

function payOf({ records, lower, upper }: GroupRow): GroupPay {
  if (records < fewestForStatistics) return { records, median: null };
  const lowerRank = Math.ceil(records / 2);
  const salaryAt = (rank: number) => (rank === lowerRank ? lower : upper);
  const median = rankedPercentile({ count: records, salaryAt }, 5000);
  return { records, median: median === null ? null : median / 100 };
}

// An occupation has few distinct salaries for its number of records: the query counts each distinct salary first, and
// then gathers the counts by group.
function groupPaysSql(query: SalaryQuery): Sql {
  const { clauses, params } = countedRows(query);
  const text = `
    select level, code, records,
      pays[arrayFirstIndex(rank -> rank >= intDiv(records + 1, 2), ranks)] as lower,
      pays[arrayFirstIndex(rank -> rank >= intDiv(records, 2) + 1, ranks)] as upper
    from (
      select level, code, records,
        arraySort(gathered) as ascending,
        arrayMap(pay -> pay.1, ascending) as pays,
        arrayCumSum(arrayMap(pay -> pay.2, ascending)) as ranks
      from (
        select grouping(great, main, sub, family, occupation) as level,
          great + main + sub + family + occupation as code,
          sum(here) as records,
          groupArray((centavos, here)) as gathered
        from (
          select intDiv(cbo, 100000) as great, intDiv(cbo, 10000) as main, intDiv(cbo, 1000) as sub,
            intDiv(cbo, 100) as family, cbo as occupation, centavos, here
          from (
            select cbo, assumeNotNull(salary) as centavos, sum(weight) as here
            from movements
            where ${clauses.join('\n              and ')}
              and cbo between 1 and 999998
            group by cbo, centavos
            having here > 0
          )
        )
        group by grouping sets ((great), (main), (sub), (family), (occupation))
      )
    )
    order by level, code`;
  return { text, params };
}
