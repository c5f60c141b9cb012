import { StartError } from '../start-error.ts';
import { sealedBatches, type ClusterDoor, type ClusterState, type Replica } from './cluster.ts';
import { createTable, declareColumns, missingColumns } from './table-sql.ts';
import { localName, warehouseTables, type WarehouseTable } from './tables.ts';

/**
 * Creates what is missing on a cluster: on each server its own tables, `<name>_local`, and over all of them the
 * Distributed one that statements name. A server that lacks a table which others have is not given an empty one: without
 * it no question is put to it, until `mend-replicas.ts` has filled it.
 */
export async function prepareCluster(cluster: ClusterDoor): Promise<void> {
  const state = await cluster.survey();
  await checkCluster(cluster, state);
  const owned = await Promise.all(state.replicas.map(tablesOf));
  for (const table of warehouseTables) {
    const holders = state.replicas.filter((_, index) => owned[index]?.has(localName(table)));
    if (holders.length === 0) await createEverywhere(cluster, state, table);
    for (const holder of holders) await addColumns(holder, table, localName(table));
  }
  for (const replica of state.replicas) await prepareServer(cluster, replica);
}

/** What a server needs besides its rows: the Distributed tables and the list of what it has whole. */
export async function prepareServer(cluster: ClusterDoor, { door }: Replica): Promise<void> {
  await door.run({
    text: `create table if not exists ${sealedBatches} (batch UInt32) engine = MergeTree order by batch`,
  });
  for (const table of warehouseTables) {
    await door.run({
      text: `
        create table if not exists ${table.name} (${declareColumns(table)})
        engine = Distributed({cluster:String}, currentDatabase(), '${localName(table)}', ${table.shardBy})`,
      params: { cluster: cluster.name },
    });
    await addColumns({ door }, table, table.name);
  }
}

/** The engine of a server's own table, under the name that it has for now. */
export function createLocal(
  cluster: ClusterDoor,
  { isReplicated }: Pick<ClusterState, 'isReplicated'>,
  table: WarehouseTable,
  name: string,
): string {
  return createTable(table, name, isReplicated ? keeperPath(cluster, table) : undefined);
}

/** Where Keeper keeps what the replicas of a shard have; the servers' macros tell them apart. */
export const keeperPath = (cluster: Pick<ClusterDoor, 'database'>, table: WarehouseTable) =>
  `/clickhouse/tables/${cluster.database}/${table.name}/{shard}`;

async function createEverywhere(
  cluster: ClusterDoor,
  state: ClusterState,
  table: WarehouseTable,
): Promise<void> {
  if (state.away.length > 0) {
    throw new StartError(
      `As tabelas do armazém só podem ser criadas com todo o cluster no ar, e não responde: ${state.away.join(', ')}.`,
    );
  }
  for (const { door } of state.replicas) {
    await door.run({ text: createLocal(cluster, state, table, localName(table)) });
  }
}

async function addColumns(
  { door }: Pick<Replica, 'door'>,
  table: WarehouseTable,
  name: string,
): Promise<void> {
  for (const text of await missingColumns(door, table, name)) await door.run({ text });
}

export async function tablesOf({ door }: Pick<Replica, 'door'>): Promise<ReadonlySet<string>> {
  const rows = await door.rows<{ name: string }>({
    text: 'select name from system.tables where database = currentDatabase()',
  });
  return new Set(rows.map(({ name }) => name));
}

async function checkCluster(cluster: ClusterDoor, state: ClusterState): Promise<void> {
  const { replicas, away, shards, isReplicated } = state;
  if (shards.size === 0) {
    throw new StartError(
      `Os servidores de CLICKHOUSE_URL não conhecem o cluster ${cluster.name}: confira CLICKHOUSE_CLUSTER.`,
    );
  }
  const configured = [...shards.values()].reduce((sum, count) => sum + count, 0);
  const places = new Set(replicas.map(({ shard, replica }) => `${shard}/${replica}`));
  if (places.size + away.length !== configured || places.size !== replicas.length) {
    throw new StartError(
      `O cluster ${cluster.name} tem ${configured} réplicas: CLICKHOUSE_URL deve ter o endereço HTTP de cada uma, uma vez, separados por vírgula.`,
    );
  }
  if (!isReplicated) return;
  for (const { door, host } of replicas) {
    const [row] = await door.rows<{ count: number }>({
      text: `
        select count() as count
        from (
          select macro as name from system.macros where macro in ('shard', 'replica')
          union distinct
          select name from system.tables where database = 'system' and name = 'zookeeper'
        )`,
    });
    if (row?.count === 3) continue;
    throw new StartError(
      `O cluster ${cluster.name} tem internal_replication ligado, mas em ${host} falta o Keeper ou uma das macros shard e replica: configure-os ou desligue internal_replication.`,
    );
  }
}
