import { sharedColumns } from './layout.ts';
import { warehouseTables, type TableColumn, type WarehouseTable } from './tables.ts';
import type { Warehouse } from './warehouse.ts';

/** The names of the 28 shared columns, in the layout's order, for select lists. */
export const sharedNames = sharedColumns.map(({ name }) => name).join(', ');

/** Creates the tables and columns that are missing; safe to call at every start, also by several at once. */
export async function prepareWarehouse(warehouse: Warehouse): Promise<void> {
  for (const table of warehouseTables) {
    await warehouse.run({ text: createTable(table) });
    for (const text of await missingColumns(warehouse, table)) await warehouse.run({ text });
  }
}

function createTable({ engine = { name: 'MergeTree' }, ...table }: WarehouseTable): string {
  const settings = Object.entries(table.settings ?? {});
  return [
    `create table if not exists ${table.name} (${table.columns.map(declare).join(', ')})`,
    `engine = ${engine.name}(${engine.arguments ?? ''})`,
    ...(table.partitionBy === undefined ? [] : [`partition by ${table.partitionBy}`]),
    `order by ${table.orderBy}`,
    ...(settings.length === 0
      ? []
      : [`settings ${settings.map(([name, value]) => `${name} = ${value}`).join(', ')}`]),
  ].join('\n');
}

const declare = ({ name, type, codec, default: otherwise }: TableColumn) =>
  [
    `${name} ${type}`,
    ...(otherwise === undefined ? [] : [`default ${otherwise}`]),
    ...(codec === undefined ? [] : [`codec(${codec})`]),
  ].join(' ');

async function missingColumns(warehouse: Warehouse, table: WarehouseTable): Promise<string[]> {
  const found = await warehouse.rows<{ name: string }>({
    text: `select name from system.columns where database = currentDatabase() and table = {table:String}`,
    params: { table: table.name },
  });
  const names = new Set(found.map(({ name }) => name));
  return table.columns
    .filter(({ name }) => !names.has(name))
    .map((column) => `alter table ${table.name} add column if not exists ${declare(column)}`);
}
