import { prepareCluster } from './cluster/cluster-tables.ts';
import { sharedColumns } from './layout.ts';
import { columnsOfTables, createTable, missingColumns, warehouseTables } from './tables.ts';
import type { Warehouse } from './warehouse.ts';

/** The names of the shared columns, in the layout's order, for select lists. */
export const sharedNames = sharedColumns.map(({ name }) => name).join(', ');

/** Creates the tables and columns that are missing; safe to call at every start. */
export async function prepareWarehouse(warehouse: Warehouse): Promise<void> {
  if (warehouse.cluster !== undefined) return prepareCluster(warehouse.cluster);
  const columns = await columnsOfTables(warehouse);
  for (const table of warehouseTables) {
    const found = columns.get(table.name);
    if (found === undefined) await warehouse.run({ text: createTable(table, table.name) });
    else for (const text of missingColumns(table, table.name, found)) await warehouse.run({ text });
  }
}
