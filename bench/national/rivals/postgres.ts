import { mkdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { Client } from 'pg';
import { z } from 'zod';
import { startPostgres } from '../../../tests/support/postgres-server.ts';
import { linesTable, plainOrder } from './lines.ts';
import { contentsSql, groupRow, type GroupRow, type Rival } from './rival.ts';

const megabytes = Math.round(totalmem() / 2 ** 20);

/** A suitable configuration for such queries on this machine, without durability, which would only cost time. */
const settings = {
  fsync: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '16GB',
  shared_buffers: `${Math.round(megabytes / 5)}MB`,
  effective_cache_size: `${Math.round(megabytes / 2)}MB`,
  work_mem: `${Math.round(megabytes / 24)}MB`,
  maintenance_work_mem: `${Math.round(megabytes / 12)}MB`,
  max_parallel_workers_per_gather: String(cpus().length),
  random_page_cost: '1.1',
  jit: 'off',
};

// The rows are already in the plain order; each other access path to few of them has an index.
const indexes = [
  `create index on movements (${plainOrder})`,
  `create index on movements (municipality, balance, month)`,
  `create index on movements (subclass, balance, month)`,
  `create index on movements using brin (month)`,
  `vacuum analyze movements`,
];

/** A separate PostgreSQL server over the same lines. */
export async function startPostgresRival(directory: string, isPersistent: boolean): Promise<Rival> {
  mkdirSync(directory, { recursive: true });
  const server = await startPostgres({ directory, settings, isPersistent });
  const client = new Client({ connectionString: server.address('postgres') });
  client.on('error', () => undefined);
  await client.connect();
  const one = async (text: string) =>
    (await client.query<Record<string, unknown>>(text)).rows[0] ?? {};
  await client.query(`create table if not exists ${linesTable}`);
  return {
    name: 'postgres',
    version: `PostgreSQL ${z.string().parse((await one(`show server_version`))['server_version'])}`,
    load: async ({ text = '' }) =>
      void (await client.query(`copy movements from '${text.replaceAll("'", "''")}'`)),
    finishLoad: async () => {
      for (const text of indexes) await client.query(text);
    },
    contents: async () => {
      const { lines, centavos } = await one(contentsSql);
      return { lines: Number(lines), centavos: Number(centavos) };
    },
    answer: async (statements, timeoutMs) => {
      const begun = performance.now();
      const rows: GroupRow[][] = [];
      for (const statement of statements) {
        const left = Math.ceil(timeoutMs - (performance.now() - begun));
        if (left <= 0) throw new Error('It took too long.');
        await client.query(`set statement_timeout = ${left}`);
        const answer = await client.query<Record<string, unknown>>(statement);
        rows.push(answer.rows.map(groupRow));
      }
      return { ms: performance.now() - begun, rows };
    },
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}
