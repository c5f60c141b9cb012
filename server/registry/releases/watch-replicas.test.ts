import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyWarehouse } from '../../../tests/support/empty-warehouse.ts';
import { testStores } from '../../../tests/support/stores.ts';
import type { Cluster, ClusterState } from '../../platform/warehouse/warehouse.ts';
import { watchReplicas } from './watch-replicas.ts';

const [sqlite] = testStores();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A cluster whose server `new:1` has no tables, and whose server `away:1` does not respond. */
function watched() {
  let restarts = 0;
  let surveys = 0;
  const client = {
    ...emptyWarehouse,
    rows: async ({ text }: { readonly text: string }) =>
      JSON.parse(text.includes('uptime()') ? `[{"started":${restarts}}]` : '[]'),
  };
  let state: ClusterState = {
    replicas: [
      { host: 'new:1', client, createDatabase: async () => undefined, shard: 1, replica: 1 },
    ],
    away: ['away:1'],
    strangers: [],
    shards: new Map([[1, 1]]),
    isReplicated: false,
  };
  const cluster: Cluster = {
    name: 'caged',
    database: 'caged',
    nodes: [],
    settings: {},
    maxReplicas: 1,
    survey: async () => {
      surveys += 1;
      if (restarts > 1) throw new Error('No server responds.');
      return state;
    },
    everyReplica: async () => state.replicas,
    close: async () => undefined,
  };
  const lines: string[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) });
  return {
    warehouse: { ...emptyWarehouse, cluster },
    logger,
    restart: () => (restarts += 1),
    change: (changed: Partial<ClusterState>) => (state = { ...state, ...changed }),
    surveys: () => surveys,
    messages: () =>
      lines.map((line) => {
        const { msg, replicas, err } = JSON.parse(line);
        return [msg, replicas ?? err.message];
      }),
  };
}

const checked = [
  ['tables were recreated', ['new:1']],
  ['replicas do not respond', ['away:1']],
];

test('a cluster is checked at the start, after a restart of a server, and every ten minutes', async () => {
  const { warehouse, logger, restart, change, surveys, messages } = watched();
  const stop = watchReplicas({ store: await sqlite.open(), warehouse }, logger);
  await expect.poll(messages).toEqual(checked);
  const known = surveys();
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.poll(surveys).toBe(known + 1);
  restart();
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.poll(messages).toEqual([...checked, ...checked]);
  await vi.advanceTimersByTimeAsync(630_000);
  await expect.poll(messages).toEqual([...checked, ...checked, ...checked]);
  // Without the server that had no tables.
  change({ replicas: [] });
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.poll(() => messages().slice(6)).toEqual(checked.slice(1));
  change({ away: ['away:1', 'other:1'] });
  await vi.advanceTimersByTimeAsync(15_000);
  await expect
    .poll(() => messages().slice(7))
    .toEqual([['replicas do not respond', ['away:1', 'other:1']]]);
  restart();
  await vi.advanceTimersByTimeAsync(15_000);
  await expect
    .poll(() => messages().slice(8))
    .toEqual([['not every replica is complete', 'No server responds.']]);
  await stop();
});

test('a single server is not watched', async () => {
  const { logger, messages } = watched();
  await watchReplicas({ store: await sqlite.open(), warehouse: emptyWarehouse }, logger)();
  expect(messages()).toEqual([]);
});
