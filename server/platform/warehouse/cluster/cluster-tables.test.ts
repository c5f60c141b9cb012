import { expect, test } from 'vitest';
import { emptyWarehouse } from '../../../../tests/support/empty-warehouse.ts';
import type { Cluster } from '../warehouse.ts';
import { prepareCluster } from './cluster-tables.ts';

const replica = {
  client: emptyWarehouse,
  createDatabase: async () => undefined,
  host: 'c:8123',
  shard: 1,
  replica: 1,
};

test.each([
  [1, 'tem 1 réplica:'],
  [3, 'tem 3 réplicas:'],
])('two addresses of one server of %i are refused', async (count, text) => {
  const replicas = [replica, replica];
  const cluster: Cluster = {
    name: 'caged',
    database: 'caged',
    nodes: replicas,
    settings: {},
    maxReplicas: count,
    survey: async () => ({
      replicas,
      away: [],
      strangers: [],
      shards: new Map([[1, count]]),
      isReplicated: false,
    }),
    everyReplica: async () => replicas,
    close: async () => undefined,
  };
  const failure: unknown = await prepareCluster(cluster).catch((error: unknown) => error);
  expect(String(failure).replaceAll('\u00A0', ' ')).toContain(text);
});
