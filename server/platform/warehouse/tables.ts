import { emptyValueSql } from './empty-values.ts';
import { exclusionColumns, sharedColumns, type Column } from './layout.ts';
import type { Warehouse } from './warehouse.ts';

/**
 * The analytical schema as data: `schema.ts` creates its tables, for a single engine and for a cluster. Every row has
 * the batch that it arrived with. Readers see only the batches of one release, so that publishing, rolling back and
 * cleaning never affect a reader.
 */
export interface WarehouseTable {
  /** The name in statements, without a database. On a cluster the table spans the shards' own tables. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly orderBy: string;
  readonly partitionBy?: string;
  /** Determines the shard of a row in a cluster: any hash of whole numbers. No result depends on it. */
  readonly shardBy: string;
  /** Whether its rows belong to releases: a cluster's replica answers for a batch only once it has all of it. */
  readonly isPublished?: boolean;
  readonly settings?: Readonly<Record<string, string | number>>;
}

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** An SQL expression. A column that was added later needs a default, which older rows return. */
  readonly default?: string;
}

/** A column that the ministry added later: earlier rows have an empty value. */
const tableColumn = (column: Column): TableColumn => ({
  name: column.name,
  type: column.type,
  ...(column.since !== undefined && { default: emptyValueSql(column) }),
});

const lineColumns = sharedColumns.map(tableColumn);

const batch: TableColumn = { name: 'batch', type: 'UInt32' };

/**
 * One row per line of MOV or FOR (weight 1), and one for each copy that a matched exclusion cancels (weight -1, equal
 * to the line in every column and in `kind`), so that sums of weights are exact under any filter.
 */
const movements: WarehouseTable = {
  name: 'movements',
  columns: [
    batch,
    { name: 'weight', type: 'Int8' },
    { name: 'kind', type: `Enum8('MOV' = 1, 'FOR' = 2)` },
    ...lineColumns,
  ],
  orderBy: '(cbo, balance, month, uf, municipality)',
  partitionBy: 'intDiv(month, 100)',
  shardBy: 'cityHash64(cbo, municipality, month)',
  isPublished: true,
  // Small granules in small blocks: a page of records needs few lines of all columns.
  settings: {
    default_compression_codec: `'ZSTD(3)'`,
    index_granularity: 2_048,
    min_compress_block_size: 16_384,
  },
};

const exclusions: WarehouseTable = {
  name: 'exclusions',
  columns: [batch, ...lineColumns, ...exclusionColumns],
  orderBy: '(month, cbo, municipality)',
  shardBy: 'cityHash64(cbo, municipality, month)',
  isPublished: true,
};

/** The rejected lines of files. Of very many, only the first are stored; line 0 stands for `copies` more. */
const rejections: WarehouseTable = {
  name: 'rejections',
  columns: [
    batch,
    { name: 'line', type: 'UInt64' },
    { name: 'column', type: 'LowCardinality(String)' },
    { name: 'reason', type: 'String' },
    { name: 'raw', type: 'String' },
    { name: 'copies', type: 'UInt64', default: '1' },
  ],
  orderBy: '(batch, line)',
  shardBy: 'cityHash64(batch, line)',
};

/** Identifies the installation that owns the warehouse: `reach-warehouse.ts`. */
const installation: WarehouseTable = {
  name: 'installation',
  columns: [{ name: 'name', type: 'String' }],
  orderBy: 'name',
  shardBy: 'cityHash64(name)',
};

export const warehouseTables: readonly WarehouseTable[] = [
  movements,
  exclusions,
  rejections,
  installation,
];

/** Tables whose rows belong to releases. */
export const publishedTables = warehouseTables.filter(({ isPublished }) => isPublished);

/** The name of each cluster server's own part of a table. */
export const localName = ({ name }: Pick<WarehouseTable, 'name'>) => `${name}_local`;

/** The statement that creates a declared table. With a path in Keeper, its replicas copy from each other. */
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
