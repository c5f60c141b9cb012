import type { TableColumn, WarehouseTable } from './tables.ts';
import type { Warehouse } from './warehouse.ts';

/**
 * The statement that creates a declared table under a name. With a path in Keeper, its replicas copy from each other.
 */
export function createTable(table: WarehouseTable, name: string, keeperPath?: string): string {
  const settings = Object.entries(table.settings ?? {});
  const engine =
    keeperPath === undefined ? 'MergeTree()' : `ReplicatedMergeTree('${keeperPath}', '{replica}')`;
  return [
    `create table if not exists ${name} (${declareColumns(table)})`,
    `engine = ${engine}`,
    ...(table.partitionBy === undefined ? [] : [`partition by ${table.partitionBy}`]),
    `order by ${table.orderBy}`,
    ...(settings.length === 0
      ? []
      : [`settings ${settings.map(([key, value]) => `${key} = ${value}`).join(', ')}`]),
  ].join('\n');
}

export const declareColumns = ({ columns }: Pick<WarehouseTable, 'columns'>) =>
  columns.map(declare).join(', ');

const declare = ({ name, type, default: otherwise }: TableColumn) =>
  otherwise === undefined ? `${name} ${type}` : `${name} ${type} default ${otherwise}`;

/** The columns of every table of the database, by table. */
export async function columnsOfTables(
  warehouse: Warehouse,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await warehouse.rows<{ table: string; names: string[] }>({
    text: `
      select table, groupArray(name) as names
      from system.columns
      where database = currentDatabase()
      group by table`,
  });
  return new Map(rows.map(({ table, names }) => [table, new Set(names)]));
}

/** Statements that add the declared columns missing from an existing table of this name. */
export const missingColumns = (
  table: WarehouseTable,
  name: string,
  found: ReadonlySet<string>,
): string[] =>
  table.columns
    .filter((column) => !found.has(column.name))
    .map((column) => `alter table ${name} add column if not exists ${declare(column)}`);
