import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from './postgres-server.ts';
import { openFleet, signIn } from './processes.ts';
import { People, type Parsed } from './restarts.ts';

export interface PostgresRestartPlan {
  readonly restarts: number;
  readonly searchers: number;
  /** How long PostgreSQL runs between two restarts, and how long it is down in each. */
  readonly pauseMs: number;
  readonly awayMs: number;
}

export interface PostgresRestartRun extends Parsed {
  readonly restarts: number;
  /** The last output of each process that ended on its own. */
  readonly deaths: readonly string[];
  /** Acknowledged writes that are missing at the end. */
  readonly lost: readonly string[];
}

/**
 * Restarts PostgreSQL, and before each restart cuts every connection to it, while users search, save, upload and
 * request reports; then checks everything that was acknowledged.
 */
export async function restartPostgres(plan: PostgresRestartPlan): Promise<PostgresRestartRun> {
  const directory = await mkdtemp(join(tmpdir(), 'caged-restarted-'));
  const options = { directory, settings: { shared_buffers: '16MB' }, isPersistent: true };
  let postgres = await startPostgres(options);
  const databaseUrl = postgres.address('postgres');
  const fleet = await openFleet({ DATABASE_URL: databaseUrl, PRECOMPUTED_OCCUPATIONS: '0' });
  const processes = [fleet.process('web'), fleet.process('worker')];
  const [web] = processes;
  if (web === undefined) throw new Error('There is no process.');
  try {
    for (const one of processes) await one.start();
    const people = new People(web.origin, await signIn(web.origin));
    // Reports need published data.
    await people.upload();
    await people.missing();
    const stop = new AbortController();
    const work = [
      ...Array.from({ length: plan.searchers }, (_, index) =>
        people.repeat(() => people.search(), 20 + index, stop.signal),
      ),
      people.repeat(() => people.save(), 900, stop.signal),
      people.repeat(() => people.upload(), 1_000, stop.signal),
      people.repeat(() => people.report(), 1_100, stop.signal),
    ];
    for (let restart = 0; restart < plan.restarts; restart += 1) {
      await sleep(plan.pauseMs);
      await cutConnections(databaseUrl);
      await sleep(plan.pauseMs);
      await postgres.stop();
      await sleep(plan.awayMs);
      postgres = await startPostgres(options);
    }
    await sleep(plan.pauseMs);
    stop.abort();
    await Promise.all(work);
    const deaths = processes.filter((one) => !one.isRunning()).map((one) => one.written());
    const lost = deaths.length > 0 ? [] : await people.missing();
    return { restarts: plan.restarts, deaths, lost, ...people.outcome() };
  } finally {
    await fleet.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function cutConnections(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
  );
  await client.end();
}
