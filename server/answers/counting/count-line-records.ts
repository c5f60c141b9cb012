import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { Question } from '../question.ts';
import { countedRows } from '../selection-sql.ts';

/** Counts the records of a query with the engine. */
export async function countLineRecords(
  warehouse: Warehouse,
  question: Question,
  limits: QueryLimits,
): Promise<number> {
  const { clauses, params } = countedRows(question);
  const text = `
    select sum(weight) as records
    from movements
    where ${clauses.join('\n      and ')}`;
  const [row] = await warehouse.rows<{ records: number }>({ text, params }, limits);
  return row?.records ?? 0;
}
