import { readFile } from 'node:fs/promises';
import { mkdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { startPostgres } from '../../../tests/support/postgres-server.ts';
import { contentsSql } from './engine.ts';
import { linesTable, plainOrder } from './lines.ts';
import { groupRow, type GroupRow, type Rival } from './rival.ts';

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
export async function startPostgresRival(directory: string, isKept: boolean): Promise<Rival> {
  mkdirSync(directory, { recursive: true });
  const server = await startPostgres({ directory, settings, isKept });
  const client = new Client({ connectionString: server.address('postgres') });
  client.on('error', () => undefined);
  await client.connect();
  const one = async (text: string) =>
    (await client.query<Record<string, unknown>>(text)).rows[0] ?? {};
  await client.query(`create table if not exists ${linesTable}`);
  const backend = Number((await one(`select pg_backend_pid() as pid`))['pid']);
  const postmaster = Number(
    (await readFile(join(directory, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0],
  );
  return {
    name: 'postgres',
    version: `PostgreSQL ${z.string().parse((await one(`show server_version`))['server_version'])}`,
    load: async ({ text = '' }) =>
      void (await client.query(`copy movements from '${text.replaceAll("'", "''")}'`)),
    settle: async () => {
      for (const text of indexes) await client.query(text);
    },
    contents: async () => {
      const { lines, centavos } = await one(contentsSql);
      return { lines: Number(lines), centavos: Number(centavos) };
    },
    answer: async (statements, timeoutMs) => {
      const begun = performance.now();
      const cpuBegun = await processorMs(backend, postmaster);
      const rows: GroupRow[][] = [];
      for (const statement of statements) {
        const left = Math.ceil(timeoutMs - (performance.now() - begun));
        if (left <= 0) throw new Error('It took too long.');
        await client.query(`set statement_timeout = ${left}`);
        const answer = await client.query<Record<string, unknown>>(statement);
        rows.push(answer.rows.map(groupRow));
      }
      const ms = performance.now() - begun;
      const cpuEnded = await processorMs(backend, postmaster);
      return {
        ms,
        cpuMs: cpuBegun === null || cpuEnded === null ? null : cpuEnded - cpuBegun,
        rows,
      };
    },
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}

const ticksPerSecond = 100;

/** The fields of /proc/<pid>/stat after the program's name. */
const fields = (stat: string) =>
  stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);

/** Processor time of the session's process and of ended parallel workers; null if there is no /proc. */
async function processorMs(backend: number, postmaster: number): Promise<number | null> {
  try {
    const [own, ended] = await Promise.all([
      readFile(`/proc/${backend}/stat`, 'utf8'),
      readFile(`/proc/${postmaster}/stat`, 'utf8'),
    ]);
    const [, , , , , , , , , , , user = 0, system = 0] = fields(own);
    const [, , , , , , , , , , , , , childUser = 0, childSystem = 0] = fields(ended);
    return ((user + system + childUser + childSystem) * 1000) / ticksPerSecond;
  } catch {
    return null;
  }
}
