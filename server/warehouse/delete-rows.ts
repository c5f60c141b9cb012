import type { QueryLimits, Sql, Warehouse } from './warehouse.ts';

/** Deletes the rows of a table for which a condition holds, wherever they lie; readers never see a part of it gone. */
export async function deleteRows(
  warehouse: Warehouse,
  table: string,
  condition: Sql,
  limits?: QueryLimits,
): Promise<void> {
  const text = `delete from ${table} where ${condition.text}`;
  await warehouse.run({ ...condition, text }, limits);
}
