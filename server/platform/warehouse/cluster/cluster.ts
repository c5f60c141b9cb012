import { isUnreachable, toWarehouseError, WarehouseAwayError } from '../engine-error.ts';
import type { Settings } from '../query-settings.ts';
import { quoteString } from '../sql-literal.ts';
import { localName, publishedTables } from '../tables.ts';
import type { Cluster, ClusterNode, ClusterState, Replica, Sql } from '../warehouse.ts';

interface PlaceRow {
  readonly shard: number;
  readonly replica: number;
  readonly isOwn: number;
  readonly isReplicated: number;
}

const surveyTimeoutMs = 5_000;

export class ClusterServers implements Cluster {
  /** A query that returns a row if the server belongs to the cluster and has its tables. */
  static readonly probeOf = (name: string) => `
    select 1 from system.tables
    where database = currentDatabase() and name = 'installation'
      and (select count() from system.clusters where cluster = ${quoteString(name)} and is_local) > 0`;

  readonly name: string;
  readonly database: string;
  readonly nodes: readonly ClusterNode[];
  #isReplicated = false;
  #maxReplicas = 2;

  constructor({ name, database, nodes }: Pick<Cluster, 'name' | 'database' | 'nodes'>) {
    this.name = name;
    this.database = database;
    this.nodes = nodes;
  }

  /** With Replicated tables, an insert is acknowledged once this many replicas have it: all of a shard. */
  get settings(): Settings {
    const needsQuorum = this.#isReplicated && this.#maxReplicas > 1;
    return needsQuorum ? { insert_quorum: this.#maxReplicas } : {};
  }

  get maxReplicas(): number {
    return this.#maxReplicas;
  }

  async survey(): Promise<ClusterState> {
    const placesOfNodes = await Promise.all(this.nodes.map((node) => this.#placesOf(node)));
    const known = placesOfNodes.flatMap((places) => places ?? []).map(({ row }) => row);
    const shards = new Map<number, number>();
    for (const { shard, replica } of known) {
      shards.set(shard, Math.max(shards.get(shard) ?? 0, replica));
    }
    const isReplicated = known.some((row) => row.isReplicated === 1);
    if (known.length > 0) {
      this.#isReplicated = isReplicated;
      this.#maxReplicas = Math.max(...shards.values());
    }
    const replicas = placesOfNodes.flatMap((places) =>
      (places ?? [])
        .filter(({ row }) => row.isOwn === 1)
        .slice(0, 1)
        .map(({ node, row: { shard, replica } }) => ({ ...node, shard, replica })),
    );
    const away = this.nodes.filter((_, index) => placesOfNodes[index] === undefined);
    const clusterHosts = new Set([...away, ...replicas].map(({ host }) => host));
    return {
      replicas,
      away: away.map(({ host }) => host),
      strangers: this.nodes.filter(({ host }) => !clusterHosts.has(host)).map(({ host }) => host),
      shards,
      isReplicated,
    };
  }

  async everyReplica(): Promise<readonly Replica[]> {
    const { replicas, away, strangers, shards } = await this.survey();
    if (away.length > 0) throw new WarehouseAwayError('replica', away.join(', '));
    const configured = [...shards.values()].reduce((sum, count) => sum + count, 0);
    if (replicas.length !== configured || strangers.length > 0) {
      const found = replicas.map(({ host }) => host).join(', ');
      throw new WarehouseAwayError(
        'replica',
        `${configured} are configured, only these are known: ${found}`,
      );
    }
    return replicas;
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map(({ client }) => client.close()));
  }

  /** The whole configured cluster as one server sees it; undefined if it does not respond. */
  async #placesOf(node: ClusterNode) {
    const read = () =>
      node.client.rows<PlaceRow>(
        {
          text: `
            select shard_num as shard, replica_num as replica, is_local as isOwn,
              internal_replication as isReplicated
            from system.clusters
            where cluster = {name:String}
            order by shard, replica`,
          params: { name: this.name },
        },
        { timeoutMs: surveyTimeoutMs },
      );
    try {
      const rows = await read().catch(async (error: unknown) => {
        if (toWarehouseError(error).engineCode !== unknownDatabase) throw error;
        await node.createDatabase();
        return read();
      });
      return rows.map((row) => ({ node, row }));
    } catch (error) {
      if (isAway(error)) return undefined;
      throw error;
    }
  }
}

const unknownDatabase = 81;

/** A timeout counts as unavailable, as does a server that is starting or stopping. */
const awayCodes: readonly (number | undefined)[] = [159, 236];

const isAway = (error: unknown) =>
  error instanceof WarehouseAwayError ||
  isUnreachable(error) ||
  awayCodes.includes(toWarehouseError(error).engineCode);

/** The table of the batches that a replica has completely; each server lists only its own. */
export const sealedBatches = 'sealed_batches';

const behind = 'this replica has not every row of the release';

/** Parameters by which statements name the batches of releases; those of a running load have other names. */
const releasedBatches = ['batches', 'movementBatches', 'exclusionBatches', 'published'];

/**
 * A setting that makes a replica reject a query if it has not sealed every batch that the query reads, instead of
 * returning fewer rows.
 */
export function guardOf(database: string, { params = {} }: Sql): Settings {
  const batches = new Set(
    releasedBatches.flatMap((name) => {
      const listed = params[name];
      return Array.isArray(listed) ? listed.map(Number) : [];
    }),
  );
  if (batches.size === 0) return {};
  const check = `1 in (
    select 1 + throwIf(uniqExact(batch) < ${batches.size}, ${quoteString(behind)})
    from ${database}.${sealedBatches} where batch in (${[...batches].join(', ')}))`;
  const filters = publishedTables.map(
    (table) => `${quoteString(`${database}.${localName(table)}`)}: ${quoteString(check)}`,
  );
  return { additional_table_filters: `{${filters.join(', ')}}` };
}

/** Whether a replica rejected a query because of the guard above. */
export function isBehind(error: unknown): boolean {
  const { engineCode, message } = toWarehouseError(error);
  return engineCode === 395 && message.includes(behind);
}
