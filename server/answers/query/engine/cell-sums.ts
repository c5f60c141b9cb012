import { noSums, type SideSums } from '../../../../shared/statistics/pay-ratio.ts';
import type { QueryLimits, Sql, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { packedCodes } from '../filters/packed-codes.ts';
import type { Conditions } from '../selection-sql.ts';

/** Two sides of the same occupation, schooling group, age band, hours, state and size. */
export interface SummedCell {
  readonly key: number;
  readonly first: SideSums;
  readonly second: SideSums;
}

type CellRow = Readonly<Record<`${'first' | 'second'}${'' | '_sum' | '_squares'}` | 'key', number>>;

/** The column by which cells are in order, and the SQL conditions of the two sides. */
interface CellGrouping {
  readonly key: 'cbo' | 'race';
  readonly first: string;
  readonly second: string;
}

/**
 * Streams every non-empty cell of some lines in the order of a column, in batches: the whole country has very
 * many cells (docs/decisions/0028).
 */
export async function* cellSums(
  warehouse: Warehouse,
  lines: Conditions,
  by: CellGrouping,
  limits: QueryLimits,
): AsyncGenerator<readonly SummedCell[]> {
  for await (const rows of warehouse.stream<CellRow>(cellsSql(lines, by), limits)) {
    yield rows.map((row) => ({
      key: row.key,
      first: sideOf(row.first, row.first_sum, row.first_squares),
      second: sideOf(row.second, row.second_sum, row.second_squares),
    }));
  }
}

const sideOf = (count: number, sum: number, squares: number): SideSums =>
  count === 0 ? noSums : { count, sum, squares };

/**
 * Sums of squares stay exact integers until the last division. Otherwise small deviations of salaries from their mean
 * would lose their precision.
 */
function cellsSql({ clauses, params }: Conditions, { key, first, second }: CellGrouping): Sql {
  const { schooling, age, hours } = packedCodes;
  const cell = key === 'cbo' ? 'cbo' : 'race, cbo';
  const text = `
    select ${key} as key,
      first, first_sum, ${squares('first')} as first_squares,
      second, second_sum, ${squares('second')} as second_squares
    from (
      select ${cell},
        ${schooling.sql} as schooling_group, ${age.sql} as age_band, ${hours.sql} as hours_band,
        uf, company_size, ${sums('first', first)}, ${sums('second', second)}
      from movements
      where ${clauses.join('\n        and ')}
      group by ${cell}, schooling_group, age_band, hours_band, uf, company_size
      having first + second > 0
    )
    order by key, ${cell}, schooling_group, age_band, hours_band, uf, company_size`;
  return { text, params };
}

const sums = (name: string, isIn: string) => `
        sumIf(weight, ${isIn}) as ${name},
        sumIf(weight * assumeNotNull(salary), ${isIn}) as ${name}_sum,
        sumIf(weight * toInt128(assumeNotNull(salary)) * assumeNotNull(salary), ${isIn}) as ${name}_all`;

const squares = (name: string) =>
  `if(${name} = 0, 0, toFloat64(${name} * ${name}_all - toInt128(${name}_sum) * ${name}_sum) / ${name})`;
