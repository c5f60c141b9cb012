import { nameWarehouse } from '../installation/reach-warehouse.ts';
import { sealedBatches } from '../../platform/warehouse/cluster/cluster.ts';
import { deleteRows } from '../../platform/warehouse/delete-rows.ts';
import { WarehouseAwayError } from '../../platform/warehouse/engine-error.ts';
import { warehouseTables, type TableColumn } from '../../platform/warehouse/tables.ts';
import type { QueryLimits, Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';
import {
  heldRows,
  incompleteReplicas,
  wholeRows,
} from '../../platform/warehouse/cluster/whole-batches.ts';
import type { Batch, BatchTable } from './manifest.ts';
import { StartError } from '../../platform/errors.ts';

/** Timeout for one batch of the largest file, in milliseconds. */
const batchTimeoutMs = 6 * 60 * 60 * 1000;
const wholeBatch: QueryLimits = { timeoutMs: batchTimeoutMs, threads: 2 };

type Shape = Readonly<Pick<BatchTable, 'name' | 'columns'>>;

const isWhole = ({ type }: TableColumn) => /^(Nullable\()?U?Int\d+\b/.test(type);
const isNullable = ({ type }: TableColumn) => type.startsWith('Nullable(');

/** Numbers in decimal and texts in hexadecimal, so that a row is `["1|4D4F56|-"]` and nothing needs escaping. */
function written(column: TableColumn): string {
  const text = isWhole(column) ? `toString(${column.name})` : `hex(toString(${column.name}))`;
  return isNullable(column) ? `ifNull(${text}, '-')` : text;
}

function read(column: TableColumn, position: number): string {
  const field = `f[${position + 1}]`;
  const known = isNullable(column) ? `nullIf(${field}, '-')` : field;
  return `cast(${isWhole(column) ? known : `unhex(${known})`} as ${column.type})`;
}

function hashed(column: TableColumn): string {
  if (!isNullable(column)) return column.name;
  return `isNull(${column.name}), ifNull(${column.name}, ${isWhole(column) ? '0' : "''"})`;
}

/**
 * Counts and digests batches of a table, whichever of their rows are there. With `batches`, for those that a release
 * lists, only replicas of a cluster that have every row of them answer.
 */
export async function describeBatches(
  warehouse: Warehouse,
  table: Shape,
  batches: readonly number[],
  bound: 'held' | 'batches' = 'held',
): Promise<Batch[]> {
  if (batches.length === 0) return [];
  const values = ownColumns(table).map(hashed).join(', ');
  return warehouse.rows<Batch>(
    {
      text: `
        select batch, count() as rows,
          lower(hex(sum(reinterpretAsUInt128(sipHash128(${values}))))) as digest
        from ${table.name}
        where batch in {${bound}:Array(UInt32)}
        group by batch
        order by batch`,
      params: { [bound]: batches },
    },
    wholeBatch,
  );
}

/** Batches whose rows differ between replicas of a cluster, as an interrupted load leaves them. */
export async function unevenBatches(
  { cluster }: Warehouse,
  name: string,
  batches: readonly number[],
): Promise<ReadonlySet<number>> {
  if (cluster === undefined || batches.length === 0) return new Set();
  const held = await heldRows(await cluster.everyReplica(), batches, [{ name }]);
  const whole = wholeRows(held);
  const isEven = (batch: number) => {
    const key = `${name} ${batch}`;
    return [...held].every(([{ shard }, rows]) => rows.get(key) === whole.get(shard)?.get(key));
  };
  return new Set(batches.filter((batch) => !isEven(batch)));
}

/**
 * Throws `WarehouseAwayError` if a replica that answers has fewer rows of these batches than another replica of its
 * shard: a query to it would return less than was loaded.
 */
export async function requireEven(
  { cluster }: Warehouse,
  name: string,
  batches: readonly number[],
): Promise<void> {
  if (cluster === undefined || batches.length === 0) return;
  const { replicas } = await cluster.survey();
  const [incomplete] = incompleteReplicas(await heldRows(replicas, batches, [{ name }]));
  if (incomplete !== undefined) throw new WarehouseAwayError('replica', incomplete.host);
}

/** The batches of which a table has rows, read through the whole cluster. */
export async function readableBatches(warehouse: Warehouse, name: string): Promise<number[]> {
  const rows = await warehouse.rows<{ batch: number }>(
    { text: `select distinct batch from ${name} order by batch` },
    wholeBatch,
  );
  return rows.map(({ batch }) => batch);
}

/** The rows of a batch as lines, in constant memory; for a published batch, from replicas that have all of its rows. */
export function readLines(
  warehouse: Warehouse,
  table: Shape,
  batch: number,
  { isPublished }: { readonly isPublished: boolean },
): AsyncIterable<Uint8Array> {
  const bound = isPublished ? 'batches' : 'held';
  const text = `
    select concatWithSeparator('|', ${ownColumns(table).map(written).join(', ')})
    from ${table.name}
    where batch in {${bound}:Array(UInt32)}`;
  return warehouse.bytes({ text, params: { [bound]: [batch] } }, 'cells', wholeBatch);
}

/** Writes the lines of a batch, which must not exist yet. */
export async function writeLines(
  warehouse: Warehouse,
  table: Shape,
  lines: AsyncIterable<Uint8Array>,
): Promise<void> {
  const columns = ownColumns(table);
  const statement = (source: string): Sql => ({
    text: `
      insert into ${table.name} (${columns.map(({ name }) => name).join(', ')})
      select ${columns.map(read).join(', ')}
      from (select splitByChar('|', substring(line, 3, length(line) - 4)) as f from ${source})`,
  });
  await warehouse.load({ text: lines, statement, limits: { timeoutMs: batchTimeoutMs } });
}

export async function removeBatch(
  warehouse: Warehouse,
  name: string,
  batch: number,
): Promise<void> {
  const condition = { text: 'batch = {batch:UInt32}', params: { batch } };
  await deleteRows(warehouse, name, condition, wholeBatch);
}

/** Deletes every row, after storing the owner mark. */
export async function emptyWarehouse(warehouse: Warehouse, mark: string): Promise<void> {
  await deleteRows(warehouse, 'installation', { text: 'true' });
  await nameWarehouse(warehouse, mark);
  for (const { name } of warehouseTables) {
    if (name !== 'installation') await deleteRows(warehouse, name, { text: 'true' }, wholeBatch);
  }
  const { cluster } = warehouse;
  if (cluster === undefined) return;
  // Otherwise a replica would answer for batches with the same numbers that it never received.
  const text = `truncate table ${sealedBatches}`;
  await Promise.all((await cluster.everyReplica()).map(({ client }) => client.run({ text })));
}

/** The tables whose rows come from files, one batch at a time. */
export const batchTables = warehouseTables.filter(({ columns }) =>
  columns.some(({ name }) => name === 'batch'),
);

/**
 * The columns of a table in the order of a manifest, with the types of the product's own tables: no text of a manifest
 * becomes SQL. Throws `StartError` for a table or a column that the product does not have.
 */
export function ownColumns({ name, columns }: Shape): TableColumn[] {
  const columnsOfTable = batchTables.find((table) => table.name === name)?.columns;
  if (columnsOfTable === undefined) throw new StartError(unknownTables);
  return columns.map((column) => {
    const found = columnsOfTable.find((one) => one.name === column.name);
    if (found === undefined) throw new StartError(unknownTables);
    return found;
  });
}

/** The message for tables or columns that this program does not have. */
export const unknownTables =
  'O backup tem tabelas ou colunas que este programa não conhece: nada foi gravado. Use a versão do sistema que fez o backup, ou outro backup.';
