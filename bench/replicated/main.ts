/**
 * Runs the product on Replicated tables: two shards of two replicas that copy from each other through a ZooKeeper from
 * Debian (`apt-get install zookeeper`; it also needs Java). Loads, compares with the embedded engine, and takes
 * replicas, disks and the Keeper away and restores them: `npm run bench -- replicated`, or with the folder of
 * ZooKeeper's Java archives as its argument. Exits with 1 if any result is wrong.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monthsEnding } from '../../shared/codes/months.ts';
import { writeSyntheticFiles } from '../../tests/support/synthetic-files.ts';
import { publishedBatches } from '../../server/registry/releases/require-whole-batches.ts';
import { WarehouseAwayError } from '../../server/platform/warehouse/engine-error.ts';
import { checkReplicas } from '../../server/platform/warehouse/cluster/check-replicas.ts';
import { startClickHouseCluster } from '../../tests/support/clickhouse-cluster.ts';
import { newInstallation, type Installation } from '../../tests/support/installation.ts';
import { makeReplicatingLibrary } from './replicating-library.ts';
import { startZooKeeper } from './zookeeper.ts';

const folder = await mkdtemp(join(tmpdir(), 'replicated-'));
const library = join(folder, 'libchdb.so');
await makeReplicatingLibrary(library);
const keeper = await startZooKeeper(process.argv[2] ?? '/usr/share/java');
const cluster = await startClickHouseCluster({ replication: { keeperPort: keeper.port, library } });
const installation = await newInstallation({
  clickhouseUrl: cluster.urls,
  clickhouseCluster: cluster.name,
});
const embedded = await newInstallation({}, 'embedded');
const paths = await written('texts', monthsEnding('202603', 6));

const queries = [
  { metodo: 'bruto', movimentacao: 'todas' },
  { uf: 'SP' },
  { familiaCbo: '5211' },
  { serie: 'declarada' },
];
let faults = 0;

function check(what: string, found: unknown, expected: unknown): void {
  const isAsExpected = isDeepStrictEqual(found, expected);
  if (!isAsExpected) faults += 1;
  const text = isAsExpected
    ? ''
    : `: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`;
  const seconds = `${Math.round(performance.now() / 1000)} s`.padStart(6);
  console.log(`${seconds} ${isAsExpected ? 'ok   ' : 'FAULT'} ${what}${text.slice(0, 600)}`);
}

const textOf = async (target: Installation, filters: Record<string, unknown>) => {
  const { statistics, distribution, totalCount, panels } = await target.search(filters);
  return JSON.stringify([statistics, distribution, totalCount, panels]);
};
const allTexts = (target: Installation) => Promise.all(queries.map((each) => textOf(target, each)));

const eachReplica = async <Answer>(text: string) => {
  const replicas = (await installation.warehouse.cluster?.everyReplica()) ?? [];
  return Promise.all(replicas.map(({ client }) => client.rows<Answer>({ text })));
};
const onEach = (row: unknown) => Array.from({ length: 4 }, () => [row]);
const held = () =>
  eachReplica<{ rows: number }>(
    'select count() as rows, sum(cityHash64(*)) as digest from movements_local',
  );
const areAlike = (parts: readonly unknown[]) =>
  isDeepStrictEqual(parts[0], parts[1]) && isDeepStrictEqual(parts[2], parts[3]);
/** Does what a worker does in `releases/watch-replicas.ts`. */
const checkAll = async () =>
  checkReplicas(installation.warehouse, await publishedBatches(installation.store));
const allComplete = { recreated: [], away: [] };

/** Retries for a minute, until the result is the expected one. */
async function eventually<Answer>(send: () => Promise<Answer>, expected: Answer): Promise<unknown> {
  for (let turn = 0; ; turn++) {
    const answer = await send().catch((error: unknown) => String(error));
    if (isDeepStrictEqual(answer, expected) || turn === 60) return answer;
    await sleep(1_000);
  }
}

/** Writes months of 5,000 lines each; `name` is their folder and seed. */
async function written(name: string, months: readonly string[]): Promise<string[]> {
  const directory = join(folder, name);
  const plan = { directory, months, linesPerMonth: 5_000, seed: name };
  return (await writeSyntheticFiles(plan)).map(({ path }) => path);
}

/** Loads files into the cluster and into the embedded engine. */
async function publish(what: string, files: readonly string[], wanted: number): Promise<void> {
  for (const each of [installation, embedded]) {
    const { status, release } = await each.load(...files);
    check(what, { status, release }, { status: 'COMPLETED', release: wanted });
  }
}

/** Number of wrong and failed responses during a change. */
async function failuresDuring(change: () => Promise<unknown>) {
  const expected = await textOf(installation, queries[0] ?? {});
  const tally = { wrong: 0, errors: [] as string[] };
  const stopping = new AbortController();
  const answers = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!stopping.signal.aborted) {
        await textOf(installation, queries[0] ?? {}).then(
          (answer) => (tally.wrong += Number(answer !== expected)),
          (error: unknown) => tally.errors.push(String(error)),
        );
      }
    }),
  );
  await sleep(500);
  await change();
  await sleep(2_000);
  stopping.abort();
  await answers;
  return tally;
}

try {
  const engines = await eachReplica<{ engine: string }>(
    `select distinct engine from system.tables where database = currentDatabase() and name like '%\\\\_local'`,
  );
  check('every server has Replicated tables', engines, onEach({ engine: 'ReplicatedMergeTree' }));
  const registered = await eachReplica<{ active: number; readonly: number }>(
    `select min(active_replicas) as active, max(is_readonly) as readonly from system.replicas where database = currentDatabase()`,
  );
  check('Keeper knows both replicas of each shard', registered, onEach({ active: 2, readonly: 0 }));

  await publish('six months are loaded and published', paths, 1);
  const answers = await allTexts(embedded);
  check('answers are the embedded ones to the centavo', await allTexts(installation), answers);
  check('both replicas of a shard have the same rows', areAlike(await held()), true);
  const fetched = await eachReplica<{ fetches: number }>(
    `select toUInt32(value > 0) as fetches from system.events where event = 'ReplicatedPartFetches'`,
  );
  check(
    'replicas fetched parts from each other',
    fetched.flat().some(({ fetches }) => fetches > 0),
    true,
  );
  check('every replica is complete', await checkAll(), allComplete);

  const stopped = cluster.node(1, 2);
  const away = await failuresDuring(() => stopped.stop());
  check('a replica stops: no wrong answer, no error', away, { wrong: 0, errors: [] });
  const [first = '', ...others] = await written('later', ['202604', '202605']);
  const failed = await installation.loadWith({ replicaTimeoutMs: 0 }, first);
  check('a load without it publishes nothing', [failed.status, failed.release], ['FAILED', null]);
  check('and changes no answer', await allTexts(installation), answers);
  await stopped.start();
  check('it comes back', await eventually(checkAll, allComplete), allComplete);
  await publish('two months more are published', [first, ...others], 2);
  const later = await allTexts(embedded);
  check('answers are the embedded ones again', await allTexts(installation), later);
  check('both replicas have the same rows again', areAlike(await held()), true);

  const older = join(folder, 'older');
  const behind = cluster.node(2, 1);
  await behind.stop();
  await cp(behind.store, older, { recursive: true });
  await behind.start();
  check('it is whole', await eventually(checkAll, allComplete), allComplete);
  await publish('one month more is published', await written('june', ['202606']), 3);
  const latest = await allTexts(embedded);
  await behind.stop();
  await behind.reset();
  await cp(older, behind.store, { recursive: true });
  await behind.start();
  check('with the disk of before it changes no answer', await allTexts(installation), latest);
  await eventually(checkAll, allComplete);
  await cluster.node(2, 2).stop();
  check(
    'and answers alone when it has caught up',
    await eventually(() => allTexts(installation), latest),
    latest,
  );
  await cluster.node(2, 2).start();
  check('its sibling is back', await eventually(checkAll, allComplete), allComplete);

  const empty = cluster.node(1, 1);
  await empty.stop();
  await empty.reset();
  await empty.start();
  check('with an empty disk it changes no answer', await allTexts(installation), latest);
  const filled = [new URL(empty.url).host];
  const fill = async () => (await checkAll()).recreated;
  check('it is filled through Keeper', await eventually(fill, filled), filled);
  check('and has every row', areAlike(await held()), true);
  await cluster.node(1, 2).stop();
  check('and answers alone', await allTexts(installation), latest);
  await cluster.node(1, 2).start();
  check('its sibling is back', await eventually(checkAll, allComplete), allComplete);

  const withoutKeeper = await failuresDuring(() => keeper.stop());
  check('Keeper stops: no wrong answer, no error', withoutKeeper, { wrong: 0, errors: [] });
  const again = await installation.loadWith({ replicaTimeoutMs: 0 }, paths[0] ?? '');
  check(
    'a load without Keeper fails, and says so',
    [again.status, again.message?.includes('Keeper')],
    ['FAILED', true],
  );
  check('and publishes nothing', (await installation.search({})).method.release?.number, 3);
  await keeper.start();
  check(
    'Keeper is back: every replica is complete',
    await eventually(checkAll, allComplete),
    allComplete,
  );
  await publish('a month is published again', await written('july', ['202607']), 4);
  check('answers are the embedded ones', await allTexts(installation), await allTexts(embedded));

  await Promise.all([cluster.node(2, 1).stop(), cluster.node(2, 2).stop()]);
  const lost = await textOf(installation, queries[0] ?? {}).catch((error: unknown) => error);
  check(
    'a shard stops: an error that says so',
    lost instanceof WarehouseAwayError && lost.part,
    'shard',
  );
} finally {
  await embedded.close();
  await installation.warehouse.close();
  await installation.store.close();
  await cluster.stop();
  await keeper.remove();
  await rm(folder, { recursive: true, force: true });
}
console.log(faults === 0 ? 'everything is as it must be' : `${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
