import { localName } from './tables.ts';
import type { QueryLimits, Sql, Warehouse } from './warehouse.ts';

/**
 * Deletes the rows of a table that match a condition, on every server. Throws `WarehouseAwayError` if a replica of a
 * cluster does not respond, since it would retain them.
 */
export async function deleteRows(
  warehouse: Warehouse,
  table: string,
  condition: Sql,
  limits?: QueryLimits,
): Promise<void> {
  const { cluster } = warehouse;
  const name = cluster === undefined ? table : localName({ name: table });
  const replicas = await cluster?.everyReplica();
  const clients = replicas?.map(({ client }) => client) ?? [warehouse];
  const statement = { ...condition, text: `delete from ${name} where ${condition.text}` };
  await Promise.all(clients.map((client) => client.run(statement, limits)));
}
