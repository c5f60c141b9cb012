import { expect, test } from 'vitest';
import { emptyWarehouse } from '../../../../tests/support/empty-warehouse.ts';
import type { Cluster, Replica } from '../warehouse.ts';
import { prepareCluster } from './cluster-tables.ts';

const replica = {
  client: emptyWarehouse,
  host: 'c:8123',
  shard: 1,
  replica: 1,
} as unknown as Replica;

test.each([
  [1, 'tem 1 réplica:'],
  [3, 'tem 3 réplicas:'],
])('two addresses of one server of %i are refused', async (count, text) => {
  const cluster = {
    name: 'caged',
    survey: async () => ({
      replicas: [replica, replica],
      away: [],
      strangers: [],
      shards: new Map([[1, count]]),
      isReplicated: false,
    }),
  } as unknown as Cluster;
  const failure: unknown = await prepareCluster(cluster).catch((error: unknown) => error);
  expect(String(failure).replaceAll('\u00A0', ' ')).toContain(text);
});
