import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClickHouseServer,
  host,
  password,
  type ServerPorts,
  startClickHouseServer,
  user,
} from './clickhouse-server.ts';
import { freePort, onFreePorts } from './free-port.ts';

export interface ClusterNode {
  /** Shard number, from 1. */
  readonly shard: number;
  /** Replica number within the shard, from 1. */
  readonly replica: number;
  readonly url: string;
  /** Its data folder. */
  readonly store: string;
  /** Kills it as a power cut would; its data remains. */
  stop(): Promise<void>;
  /** Starts it again on its existing data. */
  start(): Promise<void>;
  /** Leaves its connections open and returns nothing, as after a network failure. */
  freeze(): void;
  thaw(): void;
  /** Removes its data; only while it is stopped. */
  reset(): Promise<void>;
}

export interface ClickHouseCluster {
  /** The name in `CLICKHOUSE_CLUSTER`. */
  readonly name: string;
  /** The list in `CLICKHOUSE_URL`. */
  readonly urls: string;
  readonly nodes: readonly ClusterNode[];
  node(shard: number, replica: number): ClusterNode;
  stop(): Promise<void>;
}

const name = 'caged_test';

/** Limits for several small servers that share a machine of two cores with the tests. */
const frugal = `
  <max_server_memory_usage>3000000000</max_server_memory_usage>
  <mark_cache_size>67108864</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <background_pool_size>2</background_pool_size>
  <background_schedule_pool_size>4</background_schedule_pool_size>
  <background_message_broker_schedule_pool_size>1</background_message_broker_schedule_pool_size>
  <background_distributed_schedule_pool_size>2</background_distributed_schedule_pool_size>
  <merge_tree>
    <number_of_free_entries_in_pool_to_execute_mutation>1</number_of_free_entries_in_pool_to_execute_mutation>
    <number_of_free_entries_in_pool_to_lower_max_size_of_merge>1</number_of_free_entries_in_pool_to_lower_max_size_of_merge>
    <number_of_free_entries_in_pool_to_execute_optimize_entire_partition>1</number_of_free_entries_in_pool_to_execute_optimize_entire_partition>
  </merge_tree>`;

export interface ClusterShape {
  /** Default: two. */
  readonly shards?: number;
  /** Per shard; default: two. */
  readonly replicas?: number;
  /** A file of accounts, as in `ClickHouseServerOptions`. */
  readonly accounts?: string;
  /** If set, replicas copy from each other; without it the Distributed tables write to each. */
  readonly replication?: Replication;
}

export interface Replication {
  /** ZooKeeper's port, at 127.0.0.1. */
  readonly keeperPort: number;
  /** A library that supports replication. */
  readonly library: string;
}

/** Starts a real ClickHouse cluster on loopback; it ends with this process. */
export const startClickHouseCluster = (shape: ClusterShape = {}): Promise<ClickHouseCluster> =>
  onFreePorts(() => startOnce(shape));

async function startOnce({
  shards = 2,
  replicas = 2,
  replication,
  accounts,
}: ClusterShape): Promise<ClickHouseCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'clickhouse-cluster-'));
  const places = Array.from({ length: shards * replicas }, (_, index) => ({
    shard: Math.floor(index / replicas) + 1,
    replica: (index % replicas) + 1,
  }));
  const ports = await Promise.all(
    places.map(async () => ({ http: await freePort(), tcp: await freePort() })),
  );
  const ofShards = Array.from({ length: shards }, (_, index) =>
    ports.slice(index * replicas, (index + 1) * replicas),
  );
  const configuration = frugal + remoteServers(ofShards, replication !== undefined);
  const nodes = places.map((place, index) =>
    clusterNode(place, {
      configuration: configuration + (replication ? keeperOf(place, replication) : ''),
      library: replication?.library,
      accounts,
      ports: ports[index] ?? { http: 0, tcp: 0 },
      store: join(folder, `store-${index}`),
    }),
  );
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name,
    urls: nodes.map(({ url }) => url).join(','),
    nodes,
    node(shard, replica) {
      const found = nodes.find((node) => node.shard === shard && node.replica === replica);
      if (found === undefined) throw new Error(`There is no replica ${replica} of ${shard}.`);
      return found;
    },
    stop,
  };
}

// Each node has separate sessions: processes of one library have the same name, and would end each other's sessions.
const keeperOf = ({ shard, replica }: Place, { keeperPort }: Replication) => `
  <zookeeper>
    <node><host>127.0.0.1</host><port>${keeperPort}</port></node>
    <sessions_path>/clickhouse/sessions-${shard}-${replica}</sessions_path>
    <session_timeout_ms>5000</session_timeout_ms>
  </zookeeper>
  <macros><shard>${shard}</shard><replica>${replica}</replica></macros>`;

const remoteServers = (shards: readonly (readonly ServerPorts[])[], isReplicated: boolean) => `
  <remote_servers replace="1">
    <${name}>
      <secret>test-secret</secret>
      ${shards
        .map(
          (replicas) => `<shard><internal_replication>${isReplicated}</internal_replication>
          ${replicas.map(({ tcp }) => `<replica><host>127.0.0.1</host><port>${tcp}</port></replica>`).join('')}
          </shard>`,
        )
        .join('')}
    </${name}>
  </remote_servers>`;

type Place = Pick<ClusterNode, 'shard' | 'replica'>;

interface NodeOptions {
  readonly configuration: string;
  readonly ports: ServerPorts;
  readonly store: string;
  readonly library: string | undefined;
  readonly accounts: string | undefined;
}

function clusterNode(place: Place, { library, accounts, ...own }: NodeOptions): ClusterNode {
  let server: ClickHouseServer | undefined;
  const options = {
    ...own,
    ...(library !== undefined && { library }),
    ...(accounts !== undefined && { accounts }),
  };
  return {
    ...place,
    store: options.store,
    url: `http://${user}:${password}@${host}:${options.ports.http}`,
    async start() {
      server ??= await startClickHouseServer(options);
    },
    async stop() {
      await server?.stop();
      server = undefined;
    },
    freeze: () => server?.freeze(),
    thaw: () => server?.thaw(),
    async reset() {
      await rm(options.store, { recursive: true, force: true });
    },
  };
}
