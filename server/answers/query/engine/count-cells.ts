import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { maxTown, otherTowns } from '../filters/packed-codes.ts';
import type { PayCell } from '../pay-cells.ts';
import type { SalaryQuery } from '../salary-query.ts';
import { countedRows } from '../selection-sql.ts';

interface CellRow extends Omit<PayCell, 'salaries'> {
  readonly distinct_salaries: readonly (readonly [centavos: number, records: number])[];
}

/** The cells of a query, counted by the engine: by municipality in `states`, by state elsewhere. */
export async function countLineCells(
  warehouse: Warehouse,
  query: SalaryQuery,
  states: readonly number[],
  limits: QueryLimits,
): Promise<PayCell[]> {
  const { clauses, params } = countedRows(query);
  const text = `
    select occupation, cell_region as region, state, town as municipality,
      groupArray((centavos, here)) as distinct_salaries
    from (
      select cbo as occupation, ifNull(region, 0) as cell_region, ifNull(uf, 0) as state,
        if(has({states:Array(UInt16)}, state) or has({states:Array(UInt16)}, intDiv(municipality, 10000)), least(municipality, ${maxTown}), ${otherTowns}) as town,
        assumeNotNull(salary) as centavos, sum(weight) as here
      from movements
      where ${clauses.join('\n        and ')}
      group by occupation, cell_region, state, town, centavos
      having here > 0
    )
    group by occupation, region, state, municipality`;
  const rows = await warehouse.rows<CellRow>({ text, params: { ...params, states } }, limits);
  return rows.map(({ distinct_salaries: distinct, ...cell }) => ({
    ...cell,
    salaries: Float64Array.from(
      distinct.flatMap(([centavos, records]) => Array<number>(records).fill(centavos)),
    ),
  }));
}
