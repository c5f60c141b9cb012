import { randomUUID } from 'node:crypto';
import { createLocal, keeperPath, prepareServer, tablesOf } from './cluster-tables.ts';
import { sealedBatches, type ClusterDoor, type ClusterState, type Replica } from './cluster.ts';
import { columnsOfTables } from './table-sql.ts';
import { localName, warehouseTables, type WarehouseTable } from './tables.ts';
import type { Warehouse } from './warehouse.ts';
import {
  hasFewer,
  heldRows,
  sealBatches,
  wholeRows,
  type HeldRows,
  type KnownBatch,
} from './whole-batches.ts';

/** What was found of the replicas of a cluster. */
export interface MendedReplicas {
  /** `host:port` of those that came back empty or behind and are whole again. */
  readonly mended: readonly string[];
  /** Those that do not answer. */
  readonly away: readonly string[];
}

const wholeTable = { timeoutMs: 6 * 60 * 60 * 1000, threads: 2 };

/**
 * Fills replicas that came back without tables or with fewer rows of the published batches than another of their
 * shard, and keeps them out of every answer until they have all. Where another process does the same at that moment,
 * the first to finish counts; `oneAtATime` spares the work.
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
  for (const replica of broken) {
    const source = [...held.keys()].find(
      (other) => other.shard === replica.shard && !broken.has(other),
    );
    await rebuild(cluster, state, replica, source);
  }
  // A shard of which no replica has tables is either new or lost: counting all batches tells which.
  if (broken.size > 0 && state.away.length === 0) await sealBatches(warehouse, batches);
  return { mended: [...broken].map(({ host }) => host), away: state.away };
}

async function lacksTables(replica: Replica): Promise<boolean> {
  const owned = await tablesOf(replica);
  return warehouseTables.some((table) => !owned.has(localName(table)) || !owned.has(table.name));
}

async function rebuild(
  cluster: ClusterDoor,
  state: ClusterState,
  replica: Replica,
  source: Replica | undefined,
): Promise<void> {
  await prepareServer(cluster, replica, await columnsOfTables(replica.door));
  // From here on it answers for nothing.
  await replica.door.run({ text: `truncate table ${sealedBatches}` });
  for (const table of warehouseTables) {
    await rebuildTable(cluster, state, { table, replica, source });
  }
  if (source !== undefined) await copyRows(replica, source, sealedBatches, sealedBatches, 'batch');
}

interface Rebuilding {
  readonly table: WarehouseTable;
  readonly replica: Replica;
  readonly source: Replica | undefined;
}

/** Under a name that nobody asks for, until every row is there. */
async function rebuildTable(
  cluster: ClusterDoor,
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
  const filling = `${own}_filling_${randomUUID().slice(0, 8)}`;
  if (state.isReplicated && source !== undefined) await forget(cluster, table, replica, source);
  await door.run({ text: createLocal(cluster, state, table, filling) });
  try {
    if (state.isReplicated) {
      await door.run({ text: `system sync replica ${filling}` }, wholeTable);
    } else if (source !== undefined) {
      const columns = table.columns.map(({ name }) => name).join(', ');
      await copyRows(replica, source, filling, own, columns);
    }
    await door.run({
      text: isThere ? `exchange tables ${filling} and ${own}` : `rename table ${filling} to ${own}`,
    });
  } finally {
    await door.run({ text: `drop table if exists ${filling} sync` });
  }
}

async function copyRows(
  { door }: Replica,
  source: Replica,
  to: string,
  from: string,
  columns: string,
): Promise<void> {
  const { username, password, protocol } = new URL(source.url);
  const remote = protocol === 'https:' ? 'remoteSecure' : 'remote';
  await door.run(
    {
      text: `
        insert into ${to} (${columns})
        select ${columns}
        from ${remote}({peer:String}, currentDatabase(), '${from}', {username:String}, {password:String})`,
      params: {
        peer: source.peer,
        username: decodeURIComponent(username),
        password: decodeURIComponent(password),
      },
    },
    wholeTable,
  );
}

/** Keeper still knows the replica that lost its disk, and would refuse one of the same name. */
async function forget(
  cluster: ClusterDoor,
  table: WarehouseTable,
  { door }: Replica,
  source: Replica,
): Promise<void> {
  const macros = await door.rows<{ macro: string; substitution: string }>({
    text: `select macro, substitution from system.macros where macro in ('shard', 'replica')`,
  });
  const valueOf = (name: string) => macros.find(({ macro }) => macro === name)?.substitution ?? '';
  const path = keeperPath(cluster, table).replace('{shard}', valueOf('shard'));
  await source.door.run({
    text: `system drop replica '${valueOf('replica')}' from zkpath '${path}'`,
  });
}
