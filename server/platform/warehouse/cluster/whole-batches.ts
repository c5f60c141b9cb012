import { sum } from 'd3-array';
import { sealedBatches } from './cluster.ts';
import { toWarehouseError, WarehouseAwayError } from '../engine-error.ts';
import { localName, publishedTables, type WarehouseTable } from '../tables.ts';
import { type QueryLimits, type Warehouse, WarehouseError, type Replica } from '../warehouse.ts';

/** A batch to read, as the app database describes it. */
export interface KnownBatch {
  readonly batch: number;
  /** The number of its rows, movements or exclusions. */
  readonly rows: number;
}

/** Rows by table and batch, `movements 17`. */
type HeldRows = ReadonlyMap<string, number>;

type Named = Pick<WarehouseTable, 'name'>;

const wholeTable = { timeoutMs: 10 * 60 * 1000, threads: 2 } satisfies QueryLimits;

/**
 * Checks that every replica of a cluster has every row of these batches, and lets it answer queries on them from then
 * on: only then may a release list them. Throws `WarehouseAwayError` if a replica does not respond or has fewer rows
 * than another, and `WarehouseError` if a batch's total is wrong. An engine without replicas has every row that it
 * acknowledged.
 */
export async function sealBatches(
  { cluster }: Warehouse,
  batches: readonly KnownBatch[],
): Promise<void> {
  if (cluster === undefined || batches.length === 0) return;
  const replicas = await cluster.everyReplica();
  const numbers = batches.map(({ batch }) => batch);
  const held = await heldRows(replicas, numbers);
  const [incomplete] = incompleteReplicas(held);
  if (incomplete !== undefined) throw new WarehouseAwayError('replica', incomplete.host);
  const whole = wholeRows(held);
  for (const { batch, rows } of batches) {
    const found = sum(
      whole.values(),
      (shard) => (shard.get(`movements ${batch}`) ?? 0) + (shard.get(`exclusions ${batch}`) ?? 0),
    );
    if (found !== rows) {
      throw new WarehouseError(`Batch ${batch} has ${found} of ${rows} rows.`, undefined);
    }
  }
  await Promise.all(replicas.map((replica) => seal(replica, numbers)));
}

/** For each shard, the largest row count of each batch among its replicas. A complete replica has this many rows. */
export function wholeRows(
  held: ReadonlyMap<Pick<Replica, 'shard'>, HeldRows>,
): ReadonlyMap<number, HeldRows> {
  const shards = new Map<number, Map<string, number>>();
  for (const [{ shard }, rows] of held) {
    const most = shards.get(shard) ?? new Map<string, number>();
    shards.set(shard, most);
    for (const [key, count] of rows) most.set(key, Math.max(count, most.get(key) ?? 0));
  }
  return shards;
}

/** The replicas that have fewer rows of any batch than another of their shard. */
export function incompleteReplicas(held: ReadonlyMap<Replica, HeldRows>): Replica[] {
  const whole = wholeRows(held);
  return [...held].flatMap(([replica, rows]) => {
    const most = [...(whole.get(replica.shard) ?? [])];
    return most.some(([key, count]) => (rows.get(key) ?? 0) < count) ? [replica] : [];
  });
}

/** How many rows of each batch each replica itself has. Throws `WarehouseAwayError` if one lacks its tables. */
export async function heldRows(
  replicas: readonly Replica[],
  batches: readonly number[],
  tables: readonly Named[] = publishedTables,
): Promise<ReadonlyMap<Replica, HeldRows>> {
  const text = tables
    .map(
      (table) => `
        select '${table.name}' as name, batch, count() as rows
        from ${localName(table)}
        where batch in {held:Array(UInt32)}
        group by batch`,
    )
    .join('\n        union all');
  const rowsOf = async ({ client, host }: Replica) => {
    try {
      const rows = await client.rows<{ name: string; batch: number; rows: number }>(
        { text, params: { held: batches } },
        wholeTable,
      );
      return new Map(rows.map((row) => [`${row.name} ${row.batch}`, row.rows]));
    } catch (error) {
      if (toWarehouseError(error).engineCode !== unknownTable) throw error;
      throw new WarehouseAwayError('replica', host, error);
    }
  };
  return new Map(
    await Promise.all(replicas.map(async (replica) => [replica, await rowsOf(replica)] as const)),
  );
}

const unknownTable = 60;

/** Lets a replica answer queries on its complete batches. */
async function seal({ client }: Pick<Replica, 'client'>, batches: readonly number[]) {
  await client.run({
    text: `
      insert into ${sealedBatches}
      select arrayJoin({held:Array(UInt32)}) as whole
      where whole not in (select batch from ${sealedBatches})`,
    params: { held: batches },
  });
}

/** Batches of which any server of the engine has rows, even if others have none. */
export async function storedBatches(
  warehouse: Warehouse,
  tables: readonly Named[] = publishedTables,
): Promise<ReadonlySet<number>> {
  const found = await everywhere(warehouse, (client, nameOf) =>
    client.rows<{ batch: number }>(
      {
        text: tables
          .map((table) => `select distinct batch from ${nameOf(table)}`)
          .join(' union distinct '),
      },
      wholeTable,
    ),
  );
  return new Set(found.flat().map(({ batch }) => batch));
}

/** Whether any server of the engine has a row of a batch in a table, even if others have none. */
export async function hasRows(warehouse: Warehouse, name: string, batch: number): Promise<boolean> {
  const found = await everywhere(warehouse, (client, nameOf) =>
    client.rows(
      {
        text: `select 1 from ${nameOf({ name })} where batch = {batch:UInt32} limit 1`,
        params: { batch },
      },
      wholeTable,
    ),
  );
  return found.some((rows) => rows.length > 0);
}

/** Queries each server of a cluster, or the single engine. Throws `WarehouseAwayError` if one does not respond. */
async function everywhere<Answer>(
  warehouse: Warehouse,
  read: (client: Warehouse, nameOf: (table: Named) => string) => Promise<Answer>,
): Promise<Answer[]> {
  const { cluster } = warehouse;
  if (cluster === undefined) return [await read(warehouse, ({ name }) => name)];
  const replicas = await cluster.everyReplica();
  return Promise.all(replicas.map(({ client }) => read(client, localName)));
}
