import { randomUUID } from 'node:crypto';
import { createLocal, keeperPath, prepareServer, tablesOf } from './cluster-tables.ts';
import { sealedBatches } from './cluster.ts';
import { toWarehouseError, WarehouseAwayError } from '../engine-error.ts';
import { columnsOfTables } from '../table-sql.ts';
import { localName, warehouseTables, type WarehouseTable } from '../tables.ts';
import type { Sql, Warehouse, Cluster, ClusterState, Replica } from '../warehouse.ts';
import {
  hasFewer,
  heldRows,
  publishedTables,
  sealBatches,
  wholeRows,
  type HeldRows,
  type KnownBatch,
} from './whole-batches.ts';

/** The result of checking a cluster's replicas. */
export interface MendedReplicas {
  /** `host:port` of the replicas that were empty or behind and received the missing rows. */
  readonly mended: readonly string[];
  /** `host:port` of the servers that do not respond. */
  readonly away: readonly string[];
}

const wholeTable = { timeoutMs: 6 * 60 * 60 * 1000, threads: 2 };

/**
 * Fills replicas that returned without tables or with fewer rows of the published batches than another of their shard.
 * Excludes them from all queries until they are complete. If another process does the same at that moment, the first to
 * finish counts; `withLock` avoids the duplicate work.
 */
export async function mendReplicas(
  warehouse: Warehouse,
  batches: readonly KnownBatch[],
): Promise<MendedReplicas> {
  const { cluster } = warehouse;
  if (cluster === undefined) return { mended: [], away: [] };
  const state = await cluster.survey();
  const numbers = batches.map(({ batch }) => batch);
  const held = new Map<Replica, HeldRows>();
  const broken = new Set<Replica>();
  await Promise.all(
    state.replicas.map(async (replica) => {
      if (await lacksTables(replica)) broken.add(replica);
      else held.set(replica, await heldRows(replica, numbers));
    }),
  );
  const most = wholeRows(held);
  for (const [replica, rows] of held) {
    if (hasFewer(rows, most.get(replica.shard) ?? rows)) broken.add(replica);
  }
  const mended: string[] = [];
  for (const replica of broken) {
    const ofShard = [...held.keys()].filter(({ shard }) => shard === replica.shard);
    const source = ofShard.find((other) => !broken.has(other));
    const hasTables = held.has(replica);
    if (source !== undefined) await rebuild(cluster, state, replica, source);
    // Replicated tables fetch missing rows themselves; a delete in one applies to all.
    else if (hasTables && !state.isReplicated) await complement(replica, held, numbers);
    // Without tables, only if the whole shard responds: an absent replica may have the rows.
    else if (hasTables || isShardThere(state, replica)) {
      await rebuild(cluster, state, replica, undefined);
    } else continue;
    mended.push(replica.host);
  }
  // A shard without tables on any replica is either new or lost: counting all batches shows which.
  if (broken.size > 0 && state.away.length === 0) await sealBatches(warehouse, batches);
  return { mended, away: state.away };
}

const isShardThere = ({ replicas, shards }: ClusterState, { shard }: Replica): boolean =>
  replicas.filter((replica) => replica.shard === shard).length === shards.get(shard);

async function lacksTables(replica: Replica): Promise<boolean> {
  const owned = await tablesOf(replica);
  return warehouseTables.some((table) => !owned.has(localName(table)) || !owned.has(table.name));
}

async function rebuild(
  cluster: Cluster,
  state: ClusterState,
  replica: Replica,
  source: Replica | undefined,
): Promise<void> {
  await prepareServer(cluster, replica, await columnsOfTables(replica.door));
  // From here on the replica rejects queries on releases.
  await replica.door.run({ text: `truncate table ${sealedBatches}` });
  for (const table of warehouseTables) {
    await rebuildTable(cluster, state, { table, replica, source });
  }
  if (source === undefined) return;
  await copyRows(replica, source, { to: sealedBatches, from: sealedBatches, columns: 'batch' });
}

/**
 * If no replica of a shard has every batch, each replaces the batches of which another has more rows, and leaves its
 * other batches as they are. It rejects queries on the replaced batches until all are counted.
 */
async function complement(
  replica: Replica,
  held: ReadonlyMap<Replica, HeldRows>,
  batches: readonly number[],
): Promise<void> {
  const own = held.get(replica) ?? new Map<string, number>();
  const others = [...held].filter(([other]) => other.shard === replica.shard && other !== replica);
  for (const table of publishedTables) {
    for (const batch of batches) {
      const rowsIn = (rows: HeldRows) => rows.get(`${table.name} ${batch}`) ?? 0;
      const [source, most] = others.reduce<readonly [Replica | undefined, number]>(
        (best, [other, rows]) => (rowsIn(rows) > best[1] ? [other, rowsIn(rows)] : best),
        [undefined, rowsIn(own)],
      );
      if (source === undefined || most === 0) continue;
      const name = localName(table);
      const ofBatch = { text: 'batch = {batch:UInt32}', params: { batch } };
      for (const emptied of [sealedBatches, name]) {
        await replica.door.run(
          { ...ofBatch, text: `delete from ${emptied} where ${ofBatch.text}` },
          wholeTable,
        );
      }
      await copyRows(replica, source, { to: name, from: name, columns: columnsOf(table), ofBatch });
    }
  }
}

const columnsOf = (table: WarehouseTable) => table.columns.map(({ name }) => name).join(', ');

interface Rebuilding {
  readonly table: WarehouseTable;
  readonly replica: Replica;
  readonly source: Replica | undefined;
}

/** Fills the table under a name that no query uses, until every row is present. */
async function rebuildTable(
  cluster: Cluster,
  state: ClusterState,
  { table, replica, source }: Rebuilding,
): Promise<void> {
  const { door } = replica;
  const own = localName(table);
  const isThere = (await tablesOf(replica)).has(own);
  if (isThere && state.isReplicated) {
    await door.run({ text: `system sync replica ${own}` }, wholeTable);
    return;
  }
  // No replica has more rows.
  if (isThere && source === undefined) return;
  const filling = `${own}_filling_${randomUUID().slice(0, 8)}`;
  const behind = `${own}_behind`;
  if (state.isReplicated && source !== undefined) await forget(cluster, table, replica, source);
  // Without the table, the cluster sends this replica no query that it would have to reject.
  await door.run({ text: `drop table if exists ${behind} sync` });
  if (isThere) await door.run({ text: `rename table ${own} to ${behind}` });
  await door.run({ text: createLocal(cluster, state, table, filling) });
  try {
    if (state.isReplicated) {
      await door.run({ text: `system sync replica ${filling}` }, wholeTable);
    } else if (source !== undefined) {
      await copyRows(replica, source, { to: filling, from: own, columns: columnsOf(table) });
    }
    await door.run({ text: `rename table ${filling} to ${own}` });
    await door.run({ text: `drop table if exists ${behind} sync` });
  } finally {
    await door.run({ text: `drop table if exists ${filling} sync` });
  }
}

interface Copy {
  readonly to: string;
  readonly from: string;
  readonly columns: string;
  /** The condition on the rows; without it, all rows are copied. */
  readonly ofBatch?: Sql;
}

async function copyRows(
  { door }: Replica,
  source: Replica,
  { to, from, columns, ofBatch }: Copy,
): Promise<void> {
  const { username, password, protocol } = new URL(source.url);
  const remote = protocol === 'https:' ? 'remoteSecure' : 'remote';
  await door.run(
    {
      text: `
        insert into ${to} (${columns})
        select ${columns}
        from ${remote}({peer:String}, currentDatabase(), '${from}', {username:String}, {password:String})
        ${ofBatch === undefined ? '' : `where ${ofBatch.text}`}`,
      params: {
        ...ofBatch?.params,
        peer: source.peer,
        username: decodeURIComponent(username),
        password: decodeURIComponent(password),
      },
    },
    wholeTable,
  );
}

/** Keeper still knows the replica that lost its disk, and would reject a new one of the same name. */
async function forget(
  cluster: Cluster,
  table: WarehouseTable,
  { door, host }: Replica,
  source: Replica,
): Promise<void> {
  const macros = await door.rows<{ macro: string; substitution: string }>({
    text: `select macro, substitution from system.macros where macro in ('shard', 'replica')`,
  });
  const valueOf = (name: string) => macros.find(({ macro }) => macro === name)?.substitution ?? '';
  const path = keeperPath(cluster, table).replace('{shard}', valueOf('shard'));
  try {
    await source.door.run({
      text: `system drop replica '${valueOf('replica')}' from zkpath '${path}'`,
    });
  } catch (error) {
    if (toWarehouseError(error).engineCode !== stillActive) throw error;
    throw new WarehouseAwayError('replica', host, error);
  }
}

/** ClickHouse's code for a replica whose earlier Keeper session has not timed out yet. */
const stillActive = 305;
