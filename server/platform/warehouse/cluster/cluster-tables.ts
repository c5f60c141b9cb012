import type { Cluster, ClusterState, Replica } from '../warehouse.ts';
import { formatCounted } from '../../../../shared/words/format.ts';
import { StartError } from '../../errors.ts';
import { sealedBatches } from './cluster.ts';
import { toWarehouseError } from '../engine-error.ts';
import {
  columnsOfTables,
  createTable,
  declareColumns,
  localName,
  missingColumns,
  warehouseTables,
  type WarehouseTable,
} from '../tables.ts';

/**
 * Creates the missing tables of a cluster: on each server its own tables, `<name>_local`, and over all of them the
 * Distributed table that statements name. A server that lacks a table which others have gets no empty one: without the
 * table it receives no queries until `check-replicas.ts` creates it.
 */
export async function prepareCluster(cluster: Cluster): Promise<void> {
  const state = await cluster.survey();
  await checkCluster(cluster, state);
  const columns = await Promise.all(state.replicas.map(({ client }) => columnsOfTables(client)));
  for (const table of warehouseTables) {
    const isThere = columns.some((ofServer) => ofServer.has(localName(table)));
    if (!isThere) await createEverywhere(cluster, state, table);
  }
  await Promise.all(
    state.replicas.map((replica, index) => prepareServer(cluster, replica, columns[index])),
  );
}

export type TableColumns = Awaited<ReturnType<typeof columnsOfTables>>;

/** Creates what a server needs besides its rows: newer columns, Distributed tables, the list of complete batches. */
export async function prepareServer(
  cluster: Cluster,
  { client }: Pick<Replica, 'client'>,
  columns: TableColumns = new Map(),
): Promise<void> {
  if (!columns.has(sealedBatches)) {
    await client.run({
      text: `create table if not exists ${sealedBatches} (batch UInt32) engine = MergeTree order by batch`,
    });
  }
  for (const table of warehouseTables) {
    for (const name of [localName(table), table.name]) {
      const found = columns.get(name);
      const missing = found === undefined ? [] : missingColumns(table, name, found);
      for (const text of missing) await client.run({ text });
    }
    if (columns.has(table.name)) continue;
    await client.run({
      text: `
        create table if not exists ${table.name} (${declareColumns(table)})
        engine = Distributed({cluster:String}, currentDatabase(), '${localName(table)}', ${table.shardBy})`,
      params: { cluster: cluster.name },
    });
  }
}

/** The statement that creates a server's own table, under a temporary or final name. */
export function createLocal(
  cluster: Cluster,
  { isReplicated }: Pick<ClusterState, 'isReplicated'>,
  table: WarehouseTable,
  name: string,
): string {
  return createTable(table, name, isReplicated ? keeperPath(cluster, table) : undefined);
}

/** Keeper's path for the state of a shard's replicas; the servers' macros distinguish them. */
export const keeperPath = (cluster: Pick<Cluster, 'database'>, table: WarehouseTable) =>
  `/clickhouse/tables/${cluster.database}/${table.name}/{shard}`;

async function createEverywhere(
  cluster: Cluster,
  state: ClusterState,
  table: WarehouseTable,
): Promise<void> {
  if (state.away.length > 0) {
    throw new StartError(
      `As tabelas do armazém só podem ser criadas com todo o cluster no ar. Sem resposta: ${state.away.join(', ')}. Ligue o que falta e inicie de novo.`,
    );
  }
  await Promise.all(state.replicas.map((replica) => createOn(cluster, state, table, replica)));
}

async function createOn(
  cluster: Cluster,
  state: ClusterState,
  table: WarehouseTable,
  { client, host }: Replica,
): Promise<void> {
  try {
    await client.run({ text: createLocal(cluster, state, table, localName(table)) });
    // Until its first synchronisation with Keeper, the replica counts as far behind.
    if (state.isReplicated) await client.run({ text: `system sync replica ${localName(table)}` });
  } catch (error) {
    const isOfKeeper = keeperCodes.includes(toWarehouseError(error).engineCode);
    throw isOfKeeper ? withoutKeeper(cluster, host, error) : error;
  }
}

async function checkCluster(cluster: Cluster, state: ClusterState): Promise<void> {
  const { replicas, away, strangers, shards, isReplicated } = state;
  if (shards.size === 0) {
    throw new StartError(
      `Os servidores de CLICKHOUSE_URL não conhecem o cluster ${cluster.name}: confira CLICKHOUSE_CLUSTER.`,
    );
  }
  if (strangers.length > 0) {
    throw new StartError(
      `CLICKHOUSE_URL tem um endereço que não é de nenhuma réplica do cluster ${cluster.name}: ${strangers.join(', ')}. Retire-o, ou corrija remote_servers nesse servidor.`,
    );
  }
  const configured = [...shards.values()].reduce((sum, count) => sum + count, 0);
  const places = new Set(replicas.map(({ shard, replica }) => `${shard}/${replica}`));
  if (places.size + away.length !== configured || places.size !== replicas.length) {
    throw new StartError(
      `O cluster ${cluster.name} tem ${formatCounted(configured, 'réplica', 'réplicas')}: CLICKHOUSE_URL deve ter o endereço HTTP de cada uma, uma vez, separados por vírgula.`,
    );
  }
  if (!isReplicated) return;
  for (const { client, host } of replicas) {
    const [row] = await client.rows<{ count: number }>({
      text: `select count() as count from system.macros where macro in ('shard', 'replica')`,
    });
    if (row?.count !== 2) throw withoutKeeper(cluster, host);
  }
}

/** ClickHouse's codes of a server without Keeper, and of one that cannot reach it. */
const keeperCodes: readonly (number | undefined)[] = [225, 999];

const withoutKeeper = (cluster: Cluster, host: string, cause?: unknown) =>
  new StartError(
    `O cluster ${cluster.name} tem internal_replication ligado, mas em ${host} o Keeper não responde ou falta uma das macros shard e replica: configure-os ou desligue internal_replication.`,
    { cause },
  );
