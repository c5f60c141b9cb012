import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { countedRows } from '../../query/selection-sql.ts';
import { groupMediansSql, medianOf, type MedianRow } from '../occupations/group-medians.ts';
import { familyConditions } from './market-cells.ts';

const byOccupation = { keys: 'cbo', columns: 'cbo', level: '0', code: 'cbo', by: 'cbo' };

/**
 * The median of each occupation of some families as a search states it: records of any hours, at the salary of the
 * file. In centavos, by the CBO's number. `query` is about all occupations.
 */
export async function searchMedians(
  warehouse: Warehouse,
  query: SalaryQuery,
  families: readonly string[],
  limits: QueryLimits,
): Promise<ReadonlyMap<number, number | null>> {
  const counted = countedRows(query);
  const own = familyConditions(families);
  const sql = groupMediansSql(byOccupation, {
    clauses: [...counted.clauses, ...own.clauses],
    params: { ...counted.params, ...own.params },
  });
  const rows = await warehouse.rows<MedianRow>(sql, limits);
  return new Map(rows.map((row) => [row.code, medianOf(row)]));
}
