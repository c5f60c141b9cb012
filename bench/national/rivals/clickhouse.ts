import { cpus, totalmem } from 'node:os';
import { openEmbeddedWarehouse } from '../../../server/platform/warehouse/embedded.ts';
import { quoteString } from '../../../server/platform/warehouse/sql-literal.ts';
import { linesTable, plainOrder } from './lines.ts';
import { contentsSql, groupRow, memoryShare, type Engine } from './rival.ts';

const hours = 3_600_000;

/** The bare engine over one merged table in the plain sort order, with all cores for each statement. */
export async function openPlainClickHouse(directory: string): Promise<Engine> {
  const warehouse = await openEmbeddedWarehouse(directory);
  const limits = {
    threads: cpus().length,
    memoryBytes: Math.floor(totalmem() * memoryShare),
    timeoutMs: 10 * hours,
  };
  const run = (text: string) => warehouse.run({ text }, limits);
  await run(`create table if not exists ${linesTable} engine = MergeTree order by (${plainOrder})`);
  const [result] = await warehouse.rows<{ version: string }>({
    text: `select version() as version`,
  });
  return {
    version: `ClickHouse ${result?.version}`,
    load: ({ parquet }) =>
      run(`insert into movements select * from file(${quoteString(parquet)}, Parquet)`),
    finishLoad: () => run(`optimize table movements final`),
    rows: async (text, timeoutMs) => {
      const rows = await warehouse.rows<Record<string, unknown>>(
        { text },
        { ...limits, timeoutMs },
      );
      return rows.map(groupRow);
    },
    contents: async () => {
      const [row] = await warehouse.rows<{ lines: number; centavos: number }>(
        { text: contentsSql },
        limits,
      );
      return row ?? { lines: 0, centavos: 0 };
    },
    close: () => warehouse.close(),
  };
}
