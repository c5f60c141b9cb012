import { mkdir } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import { linesTable } from './lines.ts';
import { contentsSql, groupRow, memoryShare, type Engine } from './rival.ts';

/** DuckDB over a file with rows in the plain sort order, as they are loaded. */
export async function openDuckDb(directory: string): Promise<Engine> {
  await mkdir(directory, { recursive: true });
  const instance = await DuckDBInstance.create(join(directory, 'lines.duckdb'), {
    memory_limit: `${Math.round((totalmem() * memoryShare) / 2 ** 20)}MiB`,
    temp_directory: join(directory, 'spilled'),
  });
  const connection = await instance.connect();
  const objects = async (text: string) =>
    (await connection.runAndReadAll(text)).getRowObjectsJson();
  await connection.run(`create table if not exists ${linesTable}`);
  const [result] = await objects(`select version() as version`);
  return {
    version: `DuckDB ${z.string().parse(result?.['version'])}`,
    load: async ({ parquet }) => {
      await connection.run(
        `insert into movements select * from read_parquet('${parquet.replaceAll("'", "''")}')`,
      );
    },
    finishLoad: async () => {
      await connection.run('checkpoint');
      await connection.run('analyze');
    },
    rows: async (text, timeoutMs) => {
      const timer = setTimeout(() => connection.interrupt(), timeoutMs);
      try {
        return (await objects(text)).map(groupRow);
      } finally {
        clearTimeout(timer);
      }
    },
    contents: async () => {
      const [row] = await objects(contentsSql);
      return { lines: Number(row?.['lines']), centavos: Number(row?.['centavos']) };
    },
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
