import { exclusionColumns, sharedColumns } from './layout.ts';

/**
 * The analytical schema as data: `schema.ts` makes the tables of it, for one engine and for a cluster alike. Every
 * row carries the batch that it arrived with; readers see the batches of one release and nothing else, so that
 * publishing, undoing and cleaning never touch a reader.
 */
export interface WarehouseTable {
  /** As statements name it, without a database. On a cluster it spreads over the shards' own tables. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly orderBy: string;
  readonly partitionBy?: string;
  /** Which rows lie together on a shard of a cluster; any hash of whole numbers. No answer depends on it. */
  readonly shardBy: string;
  /** Its rows are of releases: a replica of a cluster answers for a batch only once it has it whole. */
  readonly isPublished?: boolean;
  readonly settings?: Readonly<Record<string, string | number>>;
}

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** An SQL expression. A column that was added later needs one: older rows have it. */
  readonly default?: string;
}

const batch: TableColumn = { name: 'batch', type: 'UInt32' };

/**
 * One row a line of MOV or FOR (weight 1), and one for each copy that a matched exclusion cancels (weight -1, equal
 * to the line in every column and in `kind`), so that sums of weight are exact under any filter.
 */
const movements: WarehouseTable = {
  name: 'movements',
  columns: [
    batch,
    { name: 'weight', type: 'Int8' },
    { name: 'kind', type: `Enum8('MOV' = 1, 'FOR' = 2)` },
    ...sharedColumns,
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
  columns: [batch, ...sharedColumns, ...exclusionColumns],
  orderBy: '(month, cbo, municipality)',
  shardBy: 'cityHash64(cbo, municipality, month)',
  isPublished: true,
};

/** Of a file with very many rejected lines the first are kept; line 0 stands for `copies` more of a reason. */
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

/** Whose warehouse it is: `ownership.ts`. */
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

/** A cluster's servers have each their own part of a table under this name. */
export const localName = ({ name }: Pick<WarehouseTable, 'name'>) => `${name}_local`;
