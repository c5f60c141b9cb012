import type { QueryLane } from '../scheduler/scheduler.ts';

/**
 * A statement for the analytical engine: either the embedded engine (chDB) or ClickHouse servers. The SQL and its typed
 * parameters (`{cbo:UInt32}`) are the same for both.
 */
export interface Sql {
  readonly text: string;
  readonly params?: Readonly<Record<string, SqlValue>>;
}
export type SqlValue = string | number | boolean | null | readonly SqlValue[];

export interface QueryLimits {
  /** Stops the query in the engine too; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Default 30 000. */
  readonly timeoutMs?: number;
  /** Default 4 GiB. */
  readonly memoryBytes?: number;
  /** Threads of one query; default 1, which gives the best throughput for small queries. */
  readonly threads?: number;
  /** The threads of the query's own computation in this process; default `short`. See `QueryLane`. */
  readonly lane?: QueryLane;
}

/**
 * The byte formats of rows: for a Brazilian spreadsheet; each row as a JSON list of its cells; the texts of one text
 * column, concatenated; a whole Parquet file; or columns in ClickHouse's Native format, for `wholeColumns`: only whole
 * numbers of up to 32 bits.
 */
export const rowForms = {
  csv: 'CSV',
  cells: 'JSONCompactEachRow',
  text: 'RawBLOB',
  parquet: 'Parquet',
  columns: 'Native',
} as const;
export type RowForm = keyof typeof rowForms;

export interface LineLoad {
  /**
   * A text's bytes. A chunk may be overwritten when the next one is requested. The load stops reading when a write
   * fails; the caller closes what the text reads from.
   */
  readonly text: AsyncIterable<Uint8Array>;
  /**
   * Builds the statement from the source of the lines: `insert into t select … from ${source}`. The source has one
   * column, `line String`, a line of the text without its `\n`.
   */
  readonly statement: (source: string) => Sql;
  readonly limits?: QueryLimits;
  /** Reads the lines one after another, so that `rowNumberInAllBlocks()` is the line's number. */
  readonly isOrdered?: boolean;
}

export interface Warehouse {
  /** All rows of a select; 64-bit integers are returned as numbers, so no column may exceed 2^53. */
  rows<Row>(sql: Sql, limits?: QueryLimits): Promise<Row[]>;
  /** Rows in chunks, in constant memory however many there are; waits for a slow reader. */
  stream<Row>(sql: Sql, limits?: QueryLimits): AsyncIterable<Row[]>;
  /** Rows in the engine's output format, cut anywhere into chunks: this process only passes them on. */
  bytes(sql: Sql, form: RowForm, limits?: QueryLimits): AsyncIterable<Uint8Array>;
  /** Runs a statement without a result: schema, insert … select, delete. */
  run(sql: Sql, limits?: QueryLimits): Promise<void>;
  /** Feeds a text, line by line, to an insert, in constant memory. Rejects with the error of a text that breaks off. */
  load(load: LineLoad): Promise<void>;
  /** Resolves when the engine responds; it does not wait behind queries. */
  ping(limits?: Pick<QueryLimits, 'timeoutMs'>): Promise<void>;
  /** Whether a query has found stored data that can no longer be read; for servers, within the last hour. */
  hasDamage(): boolean;
  /** The individual servers, if they form a cluster. */
  readonly cluster?: Cluster;
  close(): Promise<void>;
}

/** One server of a cluster, queried separately. */
export interface ClusterNode {
  /** `host:port` of its HTTP interface. */
  readonly host: string;
  readonly client: Warehouse;
  readonly createDatabase: () => Promise<void>;
}

/** A server that responds, and its position in the cluster according to itself. */
export interface Replica extends ClusterNode {
  /** From 1. */
  readonly shard: number;
  /** Number within the shard, from 1. */
  readonly replica: number;
}

export interface ClusterState {
  readonly replicas: readonly Replica[];
  /** `host:port` of the servers that do not respond. */
  readonly away: readonly string[];
  /** `host:port` of the servers that respond but, according to themselves, are no replica of the cluster. */
  readonly strangers: readonly string[];
  /** How many replicas each shard has, according to the servers' configuration. */
  readonly shards: ReadonlyMap<number, number>;
  /** Whether replicas copy from each other (Replicated tables); otherwise the Distributed table writes to each. */
  readonly isReplicated: boolean;
}

/** Gives access to each server of a cluster, for statements that must reach all of them. */
export interface Cluster {
  readonly name: string;
  readonly database: string;
  readonly nodes: readonly ClusterNode[];
  /** Settings that define when an insert is acknowledged. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** The number of replicas of the largest shard, as far as known. */
  readonly maxReplicas: number;
  /** Which servers respond, and the shard and replica number of each. */
  survey(): Promise<ClusterState>;
  /** Every replica. Throws `WarehouseAwayError` if one does not respond, or has no address here. */
  everyReplica(): Promise<readonly Replica[]>;
  close(): Promise<void>;
}

/** A failure of the engine, with ClickHouse's own code (159 timeout, 241 memory …) if it gave one. */
export class WarehouseError extends Error {
  readonly engineCode: number | undefined;

  constructor(message: string, engineCode: number | undefined, cause?: unknown) {
    super(message, { cause });
    this.name = 'WarehouseError';
    this.engineCode = engineCode;
  }
}
