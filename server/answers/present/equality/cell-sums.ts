import { type PayCell, type SideSums, noSums } from '../../../../shared/statistics/pay-ratio.ts';
import type { QueryLimits, Sql, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { packedCodes } from '../../query/filters/packed-codes.ts';
import { equalityRows, type EqualityAxis, type EqualitySelection } from './equality-selection.ts';

/** Women and men of the same occupation, schooling, age band, hours, state and size, by occupation or race. */
export interface KeyedCell extends PayCell {
  /** Six digits of the occupation, or the code of the race. */
  readonly key: string;
}

interface CellRow {
  readonly key: number;
  readonly women: number;
  readonly women_sum: number;
  readonly women_squares: number;
  readonly men: number;
  readonly men_sum: number;
  readonly men_squares: number;
}

const digitsOf = { occupation: 6, race: 1 } as const satisfies Record<EqualityAxis, number>;

/** Streams every non-empty cell of the selection in key order, in batches: the whole country has very many cells. */
export async function* cellSums(
  warehouse: Warehouse,
  selection: EqualitySelection,
  axis: EqualityAxis,
  limits: QueryLimits,
): AsyncGenerator<readonly KeyedCell[]> {
  for await (const rows of warehouse.stream<CellRow>(cellsSql(selection, axis), limits)) {
    yield rows.map((row) => ({
      key: String(row.key).padStart(digitsOf[axis], '0'),
      women: sideOf(row.women, row.women_sum, row.women_squares),
      men: sideOf(row.men, row.men_sum, row.men_squares),
    }));
  }
}

const sideOf = (count: number, sum: number, squares: number): SideSums =>
  count === 0 ? noSums : { count, sum, squares };

/**
 * Sums of squares stay exact integers until the last division. Otherwise small deviations of salaries from their mean
 * would lose their precision.
 */
function cellsSql(selection: EqualitySelection, axis: EqualityAxis): Sql {
  const { clauses, params } = equalityRows(selection);
  const { schooling, age, hours } = packedCodes;
  const cell = axis === 'occupation' ? 'cbo' : 'race, cbo';
  const text = `
    select ${axis === 'occupation' ? 'cbo' : 'race'} as key,
      women, women_sum, ${squares('women')} as women_squares,
      men, men_sum, ${squares('men')} as men_squares
    from (
      select ${cell},
        ${schooling.sql} as schooling_group, ${age.sql} as age_band, ${hours.sql} as hours_band,
        uf, company_size, ${sums('women', 3)}, ${sums('men', 1)}
      from movements
      where ${clauses.join('\n        and ')}
      group by ${cell}, schooling_group, age_band, hours_band, uf, company_size
      having women + men > 0
    )
    order by key, ${cell}, schooling_group, age_band, hours_band, uf, company_size`;
  return { text, params };
}

const sums = (name: string, sex: number) => `
        sumIf(weight, sex = ${sex}) as ${name},
        sumIf(weight * assumeNotNull(salary), sex = ${sex}) as ${name}_sum,
        sumIf(weight * toInt128(assumeNotNull(salary)) * assumeNotNull(salary), sex = ${sex}) as ${name}_all`;

const squares = (name: string) =>
  `if(${name} = 0, 0, toFloat64(${name} * ${name}_all - toInt128(${name}_sum) * ${name}_sum) / ${name})`;
