import type { TableColumn, WarehouseTable } from './tables.ts';
import type { Warehouse } from './warehouse.ts';

/** Creates a declared table under a name; with a path in Keeper its replicas copy from each other. */
export function createTable(
  { engine = { name: 'MergeTree' }, ...table }: WarehouseTable,
  name: string,
  keeperPath?: string,
): string {
  const settings = Object.entries(table.settings ?? {});
  const own = engine.arguments === undefined ? [] : [engine.arguments];
  const kind =
    keeperPath === undefined
      ? `${engine.name}(${own.join('')})`
      : `Replicated${engine.name}(${[`'${keeperPath}'`, `'{replica}'`, ...own].join(', ')})`;
  return [
    `create table if not exists ${name} (${declareColumns(table)})`,
    `engine = ${kind}`,
    ...(table.partitionBy === undefined ? [] : [`partition by ${table.partitionBy}`]),
    `order by ${table.orderBy}`,
    ...(settings.length === 0
      ? []
      : [`settings ${settings.map(([key, value]) => `${key} = ${value}`).join(', ')}`]),
  ].join('\n');
}

export const declareColumns = ({ columns }: Pick<WarehouseTable, 'columns'>) =>
  columns.map(declare).join(', ');

const declare = ({ name, type, codec, default: otherwise }: TableColumn) =>
  [
    `${name} ${type}`,
    ...(otherwise === undefined ? [] : [`default ${otherwise}`]),
    ...(codec === undefined ? [] : [`codec(${codec})`]),
  ].join(' ');

/** Statements that add the declared columns which a table of this name has not got yet. */
export async function missingColumns(
  warehouse: Warehouse,
  table: WarehouseTable,
  name: string,
): Promise<string[]> {
  const found = await warehouse.rows<{ name: string }>({
    text: `select name from system.columns where database = currentDatabase() and table = {table:String}`,
    params: { table: name },
  });
  const names = new Set(found.map((column) => column.name));
  return table.columns
    .filter((column) => !names.has(column.name))
    .map((column) => `alter table ${name} add column if not exists ${declare(column)}`);
}
