import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { startClickHouseCluster, type ClickHouseCluster } from './clickhouse-cluster.ts';
import { askAtDoor, openDoor } from './door.ts';
import type { InstallationServers } from './installation-servers.ts';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

const door = 'TEST_CLUSTER_DOOR';

/** One real cluster for a whole run of tests, started when the first of its processes asks at the door. */
export default async function shareCluster(): Promise<() => Promise<void>> {
  let cluster: ClickHouseCluster | undefined;
  const path = join(mkdtempSync(join(tmpdir(), 'caged-cluster-door-')), 'door');
  const closeDoor = await openDoor(path, async () => {
    cluster = await startClickHouseCluster();
    return JSON.stringify({ urls: cluster.urls, name: cluster.name });
  });
  process.env[door] = path;
  return async () => {
    closeDoor();
    await cluster?.stop();
  };
}

const Told = z.object({ urls: z.string(), name: z.string() });

/**
 * Every installation of this process that asks for no servers of its own is from here on a database of its own on the
 * run's cluster.
 */
export async function useSharedCluster(): Promise<void> {
  const path = process.env[door];
  if (path === undefined) throw new Error('This run of tests has no cluster.');
  const { urls, name } = Told.parse(JSON.parse(await askAtDoor(path)));
  process.env['TEST_CLUSTER_URLS'] = urls;
  process.env['TEST_CLUSTER_NAME'] = name;
}

/** Where the warehouse of an installation's folder is, on the shared cluster if there is one. */
export function sharedClusterOf(folder: string): InstallationServers {
  const { TEST_CLUSTER_URLS: clickhouseUrl, TEST_CLUSTER_NAME: clickhouseCluster } = process.env;
  if (clickhouseUrl === undefined || clickhouseCluster === undefined) return {};
  const clickhouseDatabase = basename(folder).replaceAll('-', '_');
  return { clickhouseUrl, clickhouseCluster, clickhouseDatabase };
}

/** Leaves nothing of an installation on the cluster. */
export async function dropDatabase({ cluster }: Warehouse): Promise<void> {
  if (cluster === undefined) return;
  const text = `drop database if exists ${cluster.database} sync`;
  await Promise.all(cluster.nodes.map((node) => node.door.run({ text })));
}
