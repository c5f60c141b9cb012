import type { Distribution } from '../../../../shared/contracts/search.ts';
import type { QueryLimits, Sql, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { SalaryQuery } from '../salary-query.ts';
import { countedRows } from '../selection-sql.ts';

export async function countLineRecords(
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
): Promise<number> {
  const { clauses, params } = countedRows(query);
  const text = `
    select sum(weight) as records
    from movements
    where ${clauses.join('\n      and ')}`;
  const [row] = await warehouse.rows<{ records: number }>({ text, params }, limits);
  return row?.records ?? 0;
}

/** Of the whole country there are 420,000 salaries, which the event loop cannot parse at once. */
const salariesInARow = 20_000;

/** The exact distribution of the records counted: distinct salaries in centavos, ascending, with their counts. */
export async function distributionOf(
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
): Promise<Distribution> {
  const slices = await warehouse.rows<Distribution>(distributionSql(query), limits);
  return {
    // `flatMap` takes the event loop five times as long.
    centavos: new Array<number>().concat(...slices.map(({ centavos }) => centavos)),
    counts: new Array<number>().concat(...slices.map(({ counts }) => counts)),
  };
}

function distributionSql(query: SalaryQuery): Sql {
  const { clauses, params } = countedRows(query);
  const text = `
    select groupArray(centavos) as centavos, groupArray(records) as counts
    from (
      select assumeNotNull(salary) as centavos, sum(weight) as records
      from movements
      where ${clauses.join('\n        and ')}
      group by centavos
      having records > 0
      order by centavos
    )
    group by intDiv(rowNumberInAllBlocks(), ${salariesInARow}) as slice
    order by slice`;
  return { text, params };
}
