import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { productChecks } from '../../server/operations/checks.ts';
import { Metrics } from '../../server/platform/observability/metrics.ts';
import { operationsRoutes } from '../../server/routes/health/health.ts';
import { Readiness } from '../../server/operations/health.ts';
import { monthsEnding } from '../../shared/codes/months.ts';
import { writeSyntheticFiles } from '../support/synthetic-files.ts';
import { publishedBatches } from '../../server/registry/releases/require-whole-batches.ts';
import { writeBackup } from '../../server/process/transfer/backup-folder.ts';
import { BackupSeal } from '../../server/process/transfer/manifest.ts';
import { readInstallation } from '../../server/process/transfer/installation-source.ts';
import { leftOutOfBackups } from '../../server/process/transfer/app-rows.ts';
import { deleteRows } from '../../server/platform/warehouse/delete-rows.ts';
import { WarehouseAwayError } from '../../server/platform/warehouse/engine-error.ts';
import { checkReplicas } from '../../server/platform/warehouse/cluster/check-replicas.ts';
import { openWarehouse } from '../../server/platform/warehouse/open.ts';
import { prepareWarehouse } from '../../server/platform/warehouse/schema.ts';
import { compareAnswers } from '../support/agreement.ts';
import { startClickHouseCluster, type ClickHouseCluster } from '../support/clickhouse-cluster.ts';
import { startClickHouseServer } from '../support/clickhouse-server.ts';
import { newInstallation, type Installation } from '../support/installation.ts';
import { officialFile } from '../support/official-file.ts';
import { beforePublication, pausing } from '../support/pausing-warehouse.ts';
import { Recomputation } from '../support/recompute.ts';
import { serve } from '../support/served.ts';

// Two shards of two replicas, each a separate process. The tests run in sequence on the same data.
let cluster: ClickHouseCluster;
let installation: Installation;
let embedded: Installation;
let files: Awaited<ReturnType<typeof writeSyntheticFiles>>;

beforeAll(async () => {
  cluster = await startClickHouseCluster();
  installation = await newInstallation({
    clickhouseUrl: cluster.urls,
    clickhouseCluster: cluster.name,
  });
  embedded = await newInstallation({}, 'embedded');
  files = await writeSyntheticFiles({
    directory: `${installation.folder}/texts`,
    months: monthsEnding('202603', 4),
    linesPerMonth: 1_000,
    seed: 'cluster',
  });
});
afterAll(async () => {
  await embedded.close();
  await installation.close();
  await cluster.stop();
});

const whole = { metodo: 'bruto', movimentacao: 'todas' };

/** Every field of a response about the data, except the publication time. */
async function textOf(requested: Installation, filters: Record<string, unknown>) {
  const { method, debug, ...figures } = await requested.search(filters);
  const { release, ...rest } = method;
  void debug;
  return JSON.stringify({ ...figures, method: { ...rest, number: release?.number } });
}

const rowsOf = async (name: string) => {
  const replicas = (await installation.warehouse.cluster?.everyReplica()) ?? [];
  const counts = await Promise.all(
    replicas.map(async ({ client, shard }) => {
      const [row] = await client.rows<{ rows: number }>({
        text: `select count() as rows from ${name}_local`,
      });
      return [shard, row?.rows ?? 0] as const;
    }),
  );
  return Map.groupBy(counts, ([shard]) => shard);
};

const check = async () =>
  checkReplicas(installation.warehouse, await publishedBatches(installation.store));

/** Expects that every replica is complete. Repeats the check while a server, which may only be slow, is away. */
async function expectAllWhole(): Promise<void> {
  for (;;) {
    const { recreated, away } = await check();
    expect(recreated).toEqual([]);
    if (away.length === 0) return;
  }
}

const backUp = (folder: string) =>
  readInstallation(
    {
      store: { databaseUrl: undefined, dataDir: installation.folder },
      warehouse: installation.warehouse,
      clock: () => new Date(),
      leftOut: leftOutOfBackups,
      files: undefined,
      print: () => {},
    },
    (source) =>
      writeBackup(source, folder, { print: () => {}, seal: new BackupSeal(randomBytes(32)) }),
  );

/** Repeats the same query until stopped. */
function keepQuerying(filters: Record<string, unknown>) {
  const tally = { same: 0, other: 0, errors: [] as unknown[] };
  const stopping = new AbortController();
  const request = (async () => {
    const expected = await textOf(installation, filters);
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!stopping.signal.aborted) {
          const answer = await textOf(installation, filters).catch((error: unknown) => {
            tally.errors.push(error);
          });
          if (answer === expected) tally.same++;
          else if (answer !== undefined) tally.other++;
        }
      }),
    );
  })();
  const stop = async () => {
    stopping.abort();
    await request;
    return tally;
  };
  return { tally, stop };
}

test('can be prepared repeatedly and by several processes at once', async () => {
  const { warehouse } = installation;
  await Promise.all([prepareWarehouse(warehouse), prepareWarehouse(warehouse)]);
  await expectAllWhole();
});

test('an address of a server outside the cluster is refused at the start', async () => {
  const stranger = await startClickHouseServer();
  const warehouse = await openWarehouse({
    clickhouseUrl: `${cluster.urls},${stranger.url}`,
    clickhouseCluster: cluster.name,
    directory: installation.folder,
  });
  await expect(prepareWarehouse(warehouse)).rejects.toThrow(new URL(stranger.url).host);
  await expect(warehouse.cluster?.everyReplica()).rejects.toBeInstanceOf(WarehouseAwayError);
  await warehouse.close();
  await stranger.stop();
});

test('answers to the centavo what another engine computes, and what the embedded one answers', async () => {
  for (const each of [installation, embedded]) {
    expect(await each.load(...files.map(({ path }) => path))).toMatchObject({
      status: 'COMPLETED',
      release: 1,
    });
  }
  const recomputation = await Recomputation.over(files);
  const run = await compareAnswers(installation, recomputation, { queries: 4, seed: 'c' });
  expect(run.disagreements).toEqual([]);
  expect(run.answered).toBeGreaterThan(1);
  for (const filters of [whole, { uf: 'SP' }, { familiaCbo: '5211' }, { serie: 'declarada' }]) {
    expect(await textOf(installation, filters)).toBe(await textOf(embedded, filters));
  }
});

test('spreads rows evenly over the shards, and each replica has those of its shard', async () => {
  const rows = [...(await rowsOf('movements')).values()].map((same) => same.map(([, n]) => n));
  const [[first = 0, copy] = [], [second = 0, otherCopy] = []] = rows;
  expect([copy, otherCopy]).toEqual([first, second]);
  const share = first / (first + second);
  expect(share).toBeGreaterThan(0.45);
  expect(share).toBeLessThan(0.55);
});

test('rows that are copied within the cluster reach every replica', async () => {
  await installation.warehouse.run({
    text: `
      insert into rejections (batch, line, column, reason, raw)
      select 4000000000, number, 'x', 'copied', '' from numbers(40)`,
  });
  await installation.warehouse.run({
    text: `
      insert into rejections (batch, line, column, reason, raw)
      select 4000000001, line, column, reason, raw from rejections where batch = 4000000000`,
  });
  const rows = [...(await rowsOf('rejections')).values()].map((same) => same.map(([, n]) => n));
  for (const [one, other] of rows) expect(other).toBe(one);
  expect(rows.reduce((sum, [one = 0]) => sum + one, 0)).toBe(80);
  for (const batch of [4_000_000_000, 4_000_000_001]) {
    const condition = { text: 'batch = {batch:UInt32}', params: { batch } };
    await deleteRows(installation.warehouse, 'rejections', condition);
  }
});

test('a replica that stops interrupts no search and changes no response', async () => {
  const request = keepQuerying(whole);
  await expect.poll(() => request.tally.same).toBeGreaterThan(4);
  await cluster.node(1, 2).stop();
  const before = request.tally.same;
  await expect.poll(() => request.tally.same).toBeGreaterThan(before + 8);
  await cluster.node(1, 2).start();
  const during = request.tally.same;
  await expect.poll(() => request.tally.same).toBeGreaterThan(during + 8);
  expect(await request.stop()).toMatchObject({ other: 0, errors: [] });
});

/** The readiness response for a balancer. */
async function readyParts() {
  const { store, warehouse, folder } = installation;
  const app = Fastify();
  app.setSerializerCompiler(serializerCompiler);
  const mailer = { send: async () => {}, check: async () => undefined, close: () => {} };
  const parts = { store, warehouse, mailer, dataDir: folder, source: undefined };
  const checks = productChecks({ ...parts, clock: () => new Date() });
  const readiness = new Readiness();
  readiness.started();
  const deps = { checks, metrics: new Metrics(), metricsToken: undefined, readiness };
  await app.register(operationsRoutes(deps));
  const answer = await app.inject({ url: '/ready' });
  await app.close();
  return { statusCode: answer.statusCode, failing: answer.json().failing };
}

test('a silent replica delays queries for seconds, and fails none', async () => {
  const expected = await textOf(installation, whole);
  const fourMs = async () => {
    const begun = performance.now();
    for (let n = 0; n < 4; n++) expect(await textOf(installation, whole)).toBe(expected);
    return performance.now() - begun;
  };
  const calmMs = await fourMs();
  const silent = cluster.node(2, 2);
  silent.freeze();
  const requested = Array.from({ length: 4 }, () => textOf(installation, whole));
  expect(await Promise.all(requested)).toEqual(requested.map(() => expected));
  expect((await fourMs()) - calmMs, 'it is left out').toBeLessThan(20_000);
  // Searches continue to work, so the process stays ready.
  await expect.poll(readyParts).toEqual({ statusCode: 200, failing: [] });
  silent.thaw();
  await expect.poll(check).toEqual({ recreated: [], away: [] });
});

test('a load waits for a replica that is away, and publishes nothing without it', async () => {
  const july = await officialFile('CAGEDMOV202604.txt', 'MOV', [
    { month: '202604', declared_month: '202604', salary: '1700,00' },
  ]);
  await cluster.node(2, 1).stop();
  const failed = await installation.loadWith({ replicaTimeoutMs: 0 }, july);
  expect(failed).toMatchObject({ status: 'FAILED', release: null });
  expect(failed.message).toContain('Uma réplica do ClickHouse não respondeu');
  const waiting = installation.loadWith({ replicaTimeoutMs: 240_000 }, july);
  await sleep(1_500);
  expect((await installation.search(whole)).method.release?.number).toBe(1);
  await cluster.node(2, 1).start();
  expect(await waiting).toMatchObject({ status: 'COMPLETED', release: 2 });
  await expectAllWhole();
});

test('a load during which a server dies starts again, and no row is stored twice', async () => {
  const lines = 60_000;
  const [month] = await writeSyntheticFiles({
    directory: `${installation.folder}/dying`,
    months: ['202305'],
    linesPerMonth: lines,
    seed: 'dying',
  });
  const loading = installation.loadWith({ replicaTimeoutMs: 240_000 }, month?.path ?? '');
  const { db } = installation.store;
  const isReading = async () =>
    (await db.selectFrom('upload_files').select('step').where('step', '=', 'ler').execute()).length;
  await expect.poll(isReading, { interval: 20 }).toBe(1);
  const dying = cluster.node(2, 2);
  await dying.stop();
  await sleep(500);
  await dying.start();
  const loaded = await loading;
  expect(loaded).toMatchObject({ status: 'COMPLETED', release: 3 });
  const found = await installation.search({
    ...whole,
    periodoInicio: '202305',
    periodoFim: '202305',
  });
  expect(found.method.funnel[0]?.remaining).toBe(loaded.files[0]?.accepted);
  expect(loaded.files[0]?.accepted).toBeGreaterThan(lines / 2);
});

test('a replica that dies between the count and the publication has every row when it is back', async () => {
  const late = await officialFile('CAGEDFOR202604.txt', 'FOR', [
    { month: '202603', declared_month: '202604', salary: '1900,00' },
  ]);
  const paused = pausing(installation.warehouse, beforePublication);
  const loading = installation.loadWith({ warehouse: paused.warehouse }, late);
  await paused.reached;
  const dying = cluster.node(1, 2);
  await dying.stop();
  paused.goOn();
  expect(await loading).toMatchObject({ status: 'COMPLETED', release: 4 });
  const expected = await textOf(installation, whole);
  await dying.start();
  await expectAllWhole();
  await cluster.node(1, 1).stop();
  expect(await textOf(installation, whole)).toBe(expected);
  await cluster.node(1, 1).start();
});

test('an unreachable shard causes an error with that reason, and no other change', async () => {
  const expected = await textOf(installation, whole);
  await Promise.all([cluster.node(2, 1).stop(), cluster.node(2, 2).stop()]);
  for (let n = 0; n < 4; n++) {
    await expect(textOf(installation, whole)).rejects.toMatchObject({ part: 'shard' });
  }
  const served = await serve(installation);
  const search = { method: 'POST', url: '/api/search', payload: { filters: {} } } as const;
  const refused = await served.call('CLIENT', search);
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({ code: 'warehouse_unavailable' });
  await Promise.all([cluster.node(2, 1).start(), cluster.node(2, 2).start()]);
  await expect.poll(async () => (await served.call('CLIENT', search)).statusCode).toBe(200);
  await served.close();
  await expect.poll(() => textOf(installation, whole)).toBe(expected);
  await expectAllWhole();
});

test('a backup is not made of rejected lines that a replica lacks', async () => {
  const lines = [...Array.from({ length: 150 }, () => ({})), { salary: 'x' }];
  const loaded = await installation.loadApproved(
    await officialFile('CAGEDMOV202307.txt', 'MOV', lines),
  );
  expect(loaded).toMatchObject({ status: 'COMPLETED' });
  const replicas = (await installation.warehouse.cluster?.everyReplica()) ?? [];
  const rows = await rowsOf('rejections');
  const holder = replicas.find(({ shard }) => (rows.get(shard)?.[0]?.[1] ?? 0) > 0);
  await holder?.client.run({ text: 'truncate table rejections_local' });
  const backups = await mkdtemp(join(tmpdir(), 'caged-backups-'));
  await expect(backUp(join(backups, 'lacking'))).rejects.toMatchObject({ part: 'replica' });
});

// From here on replicas stay incomplete: these tables are plain, and only Replicated ones are filled. Replication itself
// needs a Keeper: `npm run bench -- replicated` tests it.

/** A response. ClickHouse avoids a restarted replica for some time, and its sibling may reject every query meanwhile. */
const answered = () =>
  vi.waitFor(() => textOf(installation, whole), { timeout: 120_000, interval: 500 });

test('a replica that comes back with an older disk refuses instead of answering less', async () => {
  const expected = await textOf(installation, whole);
  const { warehouse } = installation;
  const replicas = (await warehouse.cluster?.everyReplica()) ?? [];
  const older = replicas.find(({ shard, replica }) => shard === 2 && replica === 1);
  // As if its disk dated from before the first publication: its tables exist and are empty.
  for (const table of ['movements_local', 'exclusions_local', 'sealed_batches']) {
    await older?.client.run({ text: `truncate table ${table}` });
  }
  for (let n = 0; n < 6; n++) expect(await textOf(installation, whole)).toBe(expected);
  const backups = await mkdtemp(join(tmpdir(), 'caged-backups-'));
  for (const name of ['1', '2']) {
    // A backup fails if it reads the older replica half-way. It is either complete or it throws.
    const made = await backUp(join(backups, name)).catch((error: unknown) => error);
    if (made instanceof Error) expect(made).toMatchObject({ part: 'replica' });
  }
  const alone = cluster.node(2, 2);
  await alone.stop();
  await expect(textOf(installation, whole)).rejects.toBeInstanceOf(WarehouseAwayError);
  await alone.start();
  expect(await answered()).toBe(expected);
  await expect(check()).rejects.toMatchObject({ part: 'replica' });
  expect(await answered()).toBe(expected);
});

test('a replica that comes back empty answers nothing, and gets no empty tables', async () => {
  const expected = await answered();
  const empty = cluster.node(1, 1);
  await empty.stop();
  await empty.reset();
  await empty.start();
  for (let n = 0; n < 6; n++) expect(await answered()).toBe(expected);
  await expect(check()).rejects.toMatchObject({
    part: 'replica',
    message: expect.stringContaining(new URL(empty.url).host),
  });
  const alone = cluster.node(1, 2);
  await alone.stop();
  await expect(textOf(installation, whole)).rejects.toBeInstanceOf(WarehouseAwayError);
  await alone.start();
  expect(await answered()).toBe(expected);
});
