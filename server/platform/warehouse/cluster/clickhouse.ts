import { Addresses, type Address } from './addresses.ts';
import { isUnreachable, toWarehouseError } from '../engine-error.ts';
import { ClickHouseWarehouse } from './clickhouse-warehouse.ts';
import { ClusterServers } from './cluster.ts';
import type { Warehouse, ClusterNode } from '../warehouse.ts';

export interface ClickHouseOptions {
  /** `http://user:password@host:8123`, or several, separated by commas: those of a cluster. */
  readonly url: string;
  /** Created if it does not exist. */
  readonly database: string;
  /** The cluster's name in the servers' `remote_servers`; the addresses include every replica of it. */
  readonly cluster?: string | undefined;
}

/** Opens a warehouse on ClickHouse servers; of several, those that respond. */
export async function openClickHouseWarehouse(options: ClickHouseOptions): Promise<Warehouse> {
  const urls = options.url.split(',').map((url) => url.trim());
  const probe = options.cluster && ClusterServers.probeOf(options.cluster);
  const addresses = new Addresses(urls, options.database, probe);
  try {
    await createDatabase(addresses, options.database);
  } catch (error) {
    await addresses.close();
    throw toWarehouseError(error);
  }
  const cluster =
    options.cluster === undefined
      ? undefined
      : new ClusterServers({
          name: options.cluster,
          database: options.database,
          nodes: urls.map((url) => openNode(url, options.database)),
        });
  return new ClickHouseWarehouse(addresses, { cluster, isWatched: urls.length > 1 });
}

function openNode(url: string, database: string): ClusterNode {
  const addresses = new Addresses([url], database);
  return {
    host: new URL(url).host,
    client: new ClickHouseWarehouse(addresses, { isWatched: true }),
    createDatabase: () => createDatabase(addresses, database),
  };
}

/** Creates the database on every reachable server. Throws if no server is reachable, or if one returns an error. */
async function createDatabase(addresses: Addresses, database: string): Promise<void> {
  const query = 'create database if not exists {database:Identifier}';
  const create = (address: Address) =>
    address.control.command({ query, query_params: { database } }).then(
      () => undefined,
      (reason: unknown) => ({ address, reason }),
    );
  const tries = await Promise.all(addresses.all.map(create));
  const failed = tries.filter((failure) => failure !== undefined);
  const fault = failed.find(({ reason }) => !isUnreachable(reason)) ?? failed[0];
  if (fault && (failed.length === addresses.all.length || !isUnreachable(fault.reason))) {
    throw fault.reason;
  }
  for (const { address } of failed) addresses.exclude(address);
}
