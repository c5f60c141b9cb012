import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Release } from '../../server/answers/query/release.ts';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

/** The disk use of a table of the warehouse. */
export interface TableCost {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
  readonly parts: number;
}

export interface DiskCost {
  /** Lines of the release, without the cancelling rows of exclusions. */
  readonly lines: number;
  readonly tables: readonly TableCost[];
  readonly bytes: number;
  readonly bytesPerMillionLines: number;
}

/** `ranked` is the folder of the sorted index files. */
export async function diskCost(
  warehouse: Warehouse,
  { batches }: Release,
  ranked: string,
): Promise<DiskCost> {
  const inEngine = await warehouse.rows<TableCost>({
    text: `
      select table, sum(rows) as rows, sum(bytes_on_disk) as bytes, count() as parts
      from system.parts
      where active and database = currentDatabase()
      group by table
      order by bytes desc`,
  });
  const counted = await warehouse.rows<{ lines: number }>(
    {
      text: `
        select countIf(weight = 1) as lines
        from movements
        where batch in {batches:Array(UInt32)}`,
      params: { batches },
    },
    { timeoutMs: 600_000, threads: 2 },
  );
  const lines = counted[0]?.lines ?? 0;
  const tables = [...inEngine, await filesCost(ranked, lines)];
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  return { lines, tables, bytes, bytesPerMillionLines: (bytes / lines) * 1e6 };
}

async function filesCost(folder: string, rows: number): Promise<TableCost> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return { table: 'sorted index files', rows, bytes, parts: names.length };
}

const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;

export function costTable({ lines, tables, bytes }: DiskCost): Record<string, unknown> {
  const resultOf = (of: { bytes: number }) => ({
    MB: megabytes(of.bytes),
    'MB per million lines': megabytes((of.bytes / lines) * 1e6),
  });
  return {
    ...Object.fromEntries(
      tables.map((table) => [
        table.table,
        { rows: table.rows, parts: table.parts, ...resultOf(table) },
      ]),
    ),
    together: resultOf({ bytes }),
  };
}
