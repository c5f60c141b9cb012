import type { Readable } from 'node:stream';

/**
 * The one door to the analytical engine. Behind it stands either the embedded engine (chDB) or ClickHouse
 * servers; the SQL and its typed parameters (`{cbo:UInt32}`) are the same.
 */
export interface Sql {
  readonly text: string;
  readonly params?: Readonly<Record<string, SqlValue>>;
}
export type SqlValue = string | number | boolean | null | readonly SqlValue[];

export interface QueryLimits {
  /** Ends the query all the way into the engine; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Default 30 000. */
  readonly timeoutMs?: number;
  /** Default 4 GiB. */
  readonly memoryBytes?: number;
  /** Threads of one query; default 1, which gives the best throughput for small questions. */
  readonly threads?: number;
  /** Of what this process itself counts for it: whatever else is asked meanwhile goes before it. */
  readonly isYielding?: boolean;
}

/**
 * How rows are written as bytes: for a Brazilian spreadsheet, each row as a JSON list of its cells, or of one text column
 * the texts one after another; or a whole Parquet file.
 */
export const rowForms = {
  csv: 'CSV',
  cells: 'JSONCompactEachRow',
  text: 'RawBLOB',
  parquet: 'Parquet',
} as const;
export type RowForm = keyof typeof rowForms;

export interface LineLoad {
  /** A text's bytes; whoever makes the stream counts them and ends it when the load has failed. */
  readonly text: Readable;
  /**
   * Builds the statement from the place where the lines come from: `insert into t select … from ${source}`.
   * The source has one column, `line String`, a line of the text without its `\n`.
   */
  readonly statement: (source: string) => Sql;
  readonly limits?: QueryLimits;
  /** Reads the lines one after another, so that `rowNumberInAllBlocks()` is the line's number. */
  readonly isOrdered?: boolean;
}

export interface Warehouse {
  /** All rows of a select; 64-bit integers come as numbers, so no column may pass 2^53. */
  rows<Row>(sql: Sql, limits?: QueryLimits): Promise<Row[]>;
  /**
   * The answer as whole columns in ClickHouse's Native format, for `decodeColumns`: no text is written or parsed.
   * Only for columns of whole numbers of up to 32 bits.
   */
  columns(sql: Sql, limits?: QueryLimits): Promise<Uint8Array>;
  /** Rows in chunks, in flat memory however many there are; waits for a slow reader. */
  stream<Row>(sql: Sql, limits?: QueryLimits): AsyncIterable<Row[]>;
  /** The same rows as the engine writes them, whole but cut anywhere: this process only passes them on. */
  bytes(sql: Sql, form: RowForm, limits?: QueryLimits): AsyncIterable<Uint8Array>;
  /** A statement without an answer: schema, insert … select, delete. */
  run(sql: Sql, limits?: QueryLimits): Promise<void>;
  /** Feeds a text, line by line, to an insert, in flat memory; a text that breaks off rejects with its error. */
  load(load: LineLoad): Promise<void>;
  /** Resolves when the engine answers; it waits behind no question. */
  ping(limits?: Pick<QueryLimits, 'timeoutMs'>): Promise<void>;
  /** Whether a question has met stored data that cannot be read any more; of servers, within the last hour. */
  hasDamage(): boolean;
  /** The single servers behind it, where they are a cluster. */
  readonly cluster?: Cluster;
  close(): Promise<void>;
}

/** One server of a cluster, asked by itself. */
export interface ClusterNode {
  /** `host:port` of HTTP. */
  readonly host: string;
  /** With user and password. */
  readonly url: string;
  readonly door: Warehouse;
  readonly createDatabase: () => Promise<void>;
}

/** A server that answers, and where it stands in the cluster, by its own word. */
export interface Replica extends ClusterNode {
  /** From 1. */
  readonly shard: number;
  /** Of the shard, from 1. */
  readonly replica: number;
  /** Where other servers reach it, `host:port` of ClickHouse's own protocol. */
  readonly peer: string;
}

export interface ClusterState {
  readonly replicas: readonly Replica[];
  /** `host:port` of those that do not answer. */
  readonly away: readonly string[];
  /** Those that answer and are no replica of the cluster by their own word. */
  readonly strangers: readonly string[];
  /** How many replicas each shard has by the servers' configuration. */
  readonly shards: ReadonlyMap<number, number>;
  /** Replicas copy from each other (Replicated tables); where they do not, the Distributed table writes each. */
  readonly isReplicated: boolean;
}

/** The servers of a cluster one by one, for what must reach each of them. */
export interface Cluster {
  readonly name: string;
  readonly database: string;
  readonly nodes: readonly ClusterNode[];
  /** What an insert is acknowledged by. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** Of the shard that has most, as far as is known. */
  readonly mostReplicas: number;
  /** Who answers, and where each stands. */
  survey(): Promise<ClusterState>;
  /** Every replica; throws `WarehouseAwayError` where one does not answer, or has no address here. */
  everyReplica(): Promise<readonly Replica[]>;
  close(): Promise<void>;
}

/** A failure of the engine, with ClickHouse's own code (159 time, 241 memory …) where it gave one. */
export class WarehouseError extends Error {
  readonly engineCode: number | undefined;

  constructor(message: string, engineCode: number | undefined, cause?: unknown) {
    super(message, { cause });
    this.name = 'WarehouseError';
    this.engineCode = engineCode;
  }
}
