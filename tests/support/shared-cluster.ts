import { basename } from 'node:path';
import { startClickHouseCluster } from './clickhouse-cluster.ts';
import type { InstallationServers } from './installation-servers.ts';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

/**
 * Each test installation without servers of its own uses a separate database of one real cluster, which all test files
 * of `vitest.cluster.config.ts` share.
 */
export default async function startSharedCluster(): Promise<() => Promise<void>> {
  // One replica of each shard takes half the processor time; `tests/servers/cluster.test.ts` has two of each.
  const cluster = await startClickHouseCluster({ replicas: 1 });
  process.env['TEST_CLUSTER_URLS'] = cluster.urls;
  process.env['TEST_CLUSTER_NAME'] = cluster.name;
  return () => cluster.stop();
}

/** The servers of an installation's warehouse: the shared cluster, if there is one. */
export function sharedClusterOf(folder: string): InstallationServers {
  const { TEST_CLUSTER_URLS: clickhouseUrl, TEST_CLUSTER_NAME: clickhouseCluster } = process.env;
  if (clickhouseUrl === undefined || clickhouseCluster === undefined) return {};
  const clickhouseDatabase = basename(folder).replaceAll('-', '_');
  return { clickhouseUrl, clickhouseCluster, clickhouseDatabase };
}

/** Removes all data of an installation from the cluster. */
export async function dropDatabase({ cluster }: Warehouse): Promise<void> {
  if (cluster === undefined) return;
  const text = `drop database if exists ${cluster.database} sync`;
  await Promise.all(cluster.nodes.map(({ client }) => client.run({ text })));
}
