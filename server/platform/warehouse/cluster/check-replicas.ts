import { createLocal, keeperPath, prepareServer, type TableColumns } from './cluster-tables.ts';
import { sealedBatches } from './cluster.ts';
import { toWarehouseError, WarehouseAwayError } from '../engine-error.ts';
import { columnsOfTables, localName, warehouseTables, type WarehouseTable } from '../tables.ts';
import type { Warehouse, Cluster, ClusterState, Replica } from '../warehouse.ts';
import { heldRows, incompleteReplicas, sealBatches, type KnownBatch } from './whole-batches.ts';

export interface ReplicaCheck {
  /** `host:port` of the servers that lacked tables and received them, with the rows of their shard. */
  readonly recreated: readonly string[];
  /** `host:port` of the servers that do not respond. */
  readonly away: readonly string[];
}

const syncTimeoutMs = 6 * 60 * 60 * 1000;

/**
 * Creates the tables of servers that lost their disk, which the engine's replication then fills, and those of a new
 * shard. A replica with fewer rows of the published batches than another of its shard rejects queries on them until
 * replication has completed it. Plain tables, which do not replicate, stay incomplete. Throws `WarehouseAwayError` if
 * all servers respond and one is incomplete.
 */
export async function checkReplicas(
  warehouse: Warehouse,
  batches: readonly KnownBatch[],
): Promise<ReplicaCheck> {
  const { cluster } = warehouse;
  if (cluster === undefined) return { recreated: [], away: [] };
  const state = await cluster.survey();
  const tables = new Map<Replica, TableColumns>();
  for (const replica of state.replicas) tables.set(replica, await columnsOfTables(replica.client));
  const recreated: string[] = [];
  for (const [replica, owned] of tables) {
    const missing = warehouseTables
      .filter((table) => !owned.has(localName(table)))
      .map((table) => ({ table, replica, sibling: siblingWith(table, replica, tables) }))
      .filter((filling) => isFillable(state, filling));
    if (missing.length === 0 && warehouseTables.every(({ name }) => owned.has(name))) continue;
    await prepareServer(cluster, replica, owned);
    for (const filling of missing) await createFilled(cluster, state, filling);
    if (missing.length > 0) recreated.push(replica.host);
  }
  await unsealIncomplete(state, batches);
  if (state.away.length === 0) await sealBatches(warehouse, batches);
  return { recreated, away: state.away };
}

const siblingWith = (
  table: WarehouseTable,
  { shard, replica }: Replica,
  tables: ReadonlyMap<Replica, TableColumns>,
): Replica | undefined =>
  [...tables.keys()].find(
    (other) =>
      other.shard === shard &&
      other.replica !== replica &&
      tables.get(other)?.has(localName(table)),
  );

/**
 * An empty plain table would answer for rows that only its sibling has. If no replica has the table, an absent one may
 * have the rows.
 */
const isFillable = (state: ClusterState, { replica, sibling }: Filling): boolean =>
  sibling === undefined ? isShardPresent(state, replica) : state.isReplicated;

const isShardPresent = ({ replicas, shards }: ClusterState, { shard }: Replica): boolean =>
  replicas.filter((replica) => replica.shard === shard).length === shards.get(shard);

/** Withdraws the right to answer from replicas that lack rows, for example after ClickHouse set a broken part aside. */
async function unsealIncomplete(
  { replicas }: ClusterState,
  batches: readonly KnownBatch[],
): Promise<void> {
  const numbers = batches.map(({ batch }) => batch);
  const withTables: Replica[] = [];
  for (const replica of replicas) {
    const owned = await columnsOfTables(replica.client);
    if (warehouseTables.every((table) => owned.has(localName(table)))) withTables.push(replica);
  }
  for (const { client } of incompleteReplicas(await heldRows(withTables, numbers))) {
    await client.run({ text: `truncate table ${sealedBatches}` });
  }
}

interface Filling {
  readonly table: WarehouseTable;
  readonly replica: Replica;
  /** A replica of the same shard that has the rows; undefined in a new shard. */
  readonly sibling: Replica | undefined;
}

/** Creates a table under a name that no query uses, and renames it when replication has filled it. */
async function createFilled(
  cluster: Cluster,
  state: ClusterState,
  { table, replica, sibling }: Filling,
): Promise<void> {
  const { client } = replica;
  const filling = `${localName(table)}_filling`;
  await client.run({ text: `drop table if exists ${filling} sync` });
  if (sibling !== undefined) await dropFromKeeper(cluster, table, replica, sibling);
  await client.run({ text: createLocal(cluster, state, table, filling) });
  if (state.isReplicated) {
    await client.run({ text: `system sync replica ${filling}` }, { timeoutMs: syncTimeoutMs });
  }
  await client.run({ text: `rename table ${filling} to ${localName(table)}` });
}

/** Keeper still knows the replica that lost its disk, and would reject a new one of the same name. */
async function dropFromKeeper(
  cluster: Cluster,
  table: WarehouseTable,
  { client, host }: Replica,
  sibling: Replica,
): Promise<void> {
  const macros = await client.rows<{ macro: string; substitution: string }>({
    text: `select macro, substitution from system.macros where macro in ('shard', 'replica')`,
  });
  const valueOf = (name: string) => macros.find(({ macro }) => macro === name)?.substitution ?? '';
  const path = keeperPath(cluster, table).replace('{shard}', valueOf('shard'));
  try {
    await sibling.client.run({
      text: `system drop replica '${valueOf('replica')}' from zkpath '${path}'`,
    });
  } catch (error) {
    if (toWarehouseError(error).engineCode !== stillActive) throw error;
    throw new WarehouseAwayError('replica', host, error);
  }
}

/** ClickHouse's code for a replica whose earlier Keeper session has not timed out yet. */
const stillActive = 305;
