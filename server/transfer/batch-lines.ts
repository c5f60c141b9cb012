import { Readable } from 'node:stream';
import { batchTables } from './batch-tables.ts';
import type { QueryLimits, Sql, Warehouse } from '../warehouse/warehouse.ts';
import type { Batch, BatchColumn, BatchTable } from './manifest.ts';

/** Of one batch of the largest file. */
const wholeBatch: QueryLimits = { timeoutMs: 6 * 60 * 60 * 1000, threads: 2 };

/** The columns of a table of batches, in its own order. */
export async function columnsOfTable(warehouse: Warehouse, name: string): Promise<BatchColumn[]> {
  return warehouse.rows<BatchColumn>({
    text: `
      select name, type from system.columns
      where database = 'caged' and table = {name:String} and default_kind in ('', 'DEFAULT')
      order by position`,
    params: { name },
  });
}

const isText = ({ type }: BatchColumn) => /^(LowCardinality\()?(FixedS|S)tring\b/.test(type);
const isNullable = ({ type }: BatchColumn) => type.startsWith('Nullable(');

/** A value as text without a tab or a line end in it. */
function written(column: BatchColumn): string {
  const { name } = column;
  if (isText(column)) return `base64Encode(toString(${name}))`;
  return isNullable(column) ? `ifNull(toString(${name}), '\\\\N')` : `toString(${name})`;
}

function read(column: BatchColumn, position: number): string {
  const field = `f[${position + 1}]`;
  if (isText(column)) return `cast(base64Decode(${field}) as ${column.type})`;
  const text = isNullable(column) ? `nullIf(${field}, '\\\\N')` : field;
  return `cast(${text} as ${column.type})`;
}

function hashed(column: BatchColumn): string {
  if (!isNullable(column)) return column.name;
  const nothing = column.type.startsWith('Nullable(String') ? "''" : '0';
  return `isNull(${column.name}), ifNull(${column.name}, ${nothing})`;
}

/** Counts and digests the batches given, or all, of a table. */
export async function describeBatches(
  warehouse: Warehouse,
  table: Pick<BatchTable, 'name' | 'columns'>,
  batches: readonly number[],
): Promise<Batch[]> {
  if (batches.length === 0) return [];
  const values = table.columns.map(hashed).join(', ');
  return warehouse.rows<Batch>(
    {
      text: `
        select batch, count() as rows,
          lower(hex(sum(reinterpretAsUInt128(sipHash128(${values}))))) as digest
        from caged.${table.name}
        where batch in {batches:Array(UInt32)}
        group by batch
        order by batch`,
      params: { batches },
    },
    wholeBatch,
  );
}

/** The batches that a table has. */
export async function storedBatches(warehouse: Warehouse, name: string): Promise<number[]> {
  const rows = await warehouse.rows<{ batch: number }>(
    { text: `select distinct batch from caged.${name} order by batch` },
    wholeBatch,
  );
  return rows.map(({ batch }) => batch);
}

/** The rows of a batch as lines, in flat memory. */
export async function* readLines(
  warehouse: Warehouse,
  table: Pick<BatchTable, 'name' | 'columns'>,
  batch: number,
): AsyncGenerator<string> {
  const text = `
    select concatWithSeparator('\\t', ${table.columns.map(written).join(', ')}) as line
    from caged.${table.name}
    where batch = {batch:UInt32}`;
  const rows = warehouse.stream<{ line: string }>({ text, params: { batch } }, wholeBatch);
  for await (const page of rows) yield page.map(({ line }) => `${line}\n`).join('');
}

/** Writes the lines of a batch, which must not be there yet. */
export async function writeLines(
  warehouse: Warehouse,
  table: Pick<BatchTable, 'name' | 'columns'>,
  lines: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const names = table.columns.map(({ name }) => name).join(', ');
  const statement = (source: string): Sql => ({
    text: `
      insert into caged.${table.name} (${names})
      select ${table.columns.map(read).join(', ')}
      from (select splitByChar('\\t', line) as f from ${source})`,
  });
  const text = Readable.from(lines, { objectMode: false });
  await warehouse.load({ text, statement, limits: { timeoutMs: wholeBatch.timeoutMs ?? 0 } });
}

/** Takes the rows of a batch away. */
export async function removeBatch(
  warehouse: Warehouse,
  name: string,
  batch: number,
): Promise<void> {
  await warehouse.run(
    { text: `delete from caged.${name} where batch = {batch:UInt32}`, params: { batch } },
    wholeBatch,
  );
}

/** Takes the rows of every batch away. */
export async function emptyWarehouse(warehouse: Warehouse): Promise<void> {
  for (const name of [...batchTables, 'installation']) {
    await warehouse.run({ text: `truncate table caged.${name}` }, wholeBatch);
  }
}
