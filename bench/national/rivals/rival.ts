/** Other engines with the same lines that run the same queries. */

export const rivalNames = ['clickhouse', 'duckdb', 'postgres'] as const;
export type RivalName = (typeof rivalNames)[number];

/** The engines' names in the tables. */
export const rivalTitles: Readonly<Record<RivalName, string>> = {
  clickhouse: 'plain ClickHouse SQL',
  duckdb: 'DuckDB',
  postgres: 'PostgreSQL',
};

/** A part of the lines in the plain sort order, as files that the rivals read. */
export interface Chunk {
  readonly parquet: string;
  /** Tab-separated fields, one row per line, as PostgreSQL copies them; undefined if not requested. */
  readonly text?: string | undefined;
}

/** The records of a group; money in centavos, not rounded. */
export interface GroupRow {
  /** The dimensions that are not grouped by, as in SQL's `grouping`: the last one is the lowest bit. */
  readonly mask: number;
  /** The values of the dimensions, in order. */
  readonly keys: readonly number[];
  readonly records: number;
  readonly mean: number;
  /** P10, P25, median, P75, P90. */
  readonly points: readonly number[];
  readonly lowest: number;
  readonly highest: number;
}

export interface RivalAnswer {
  /** Time of all statements together, inside the rival. */
  readonly ms: number;
  /** The rows of each statement. */
  readonly rows: readonly (readonly GroupRow[])[];
}

/** The totals that validate a load. */
export interface Contents {
  readonly lines: number;
  /** The sum of their salaries; -1 for each unknown one. */
  readonly centavos: number;
}

/** An engine that runs inside the process of rival-child.ts. */
export interface Engine {
  readonly version: string;
  load(chunk: Chunk): Promise<void>;
  finishLoad(): Promise<void>;
  rows(statement: string, timeoutMs: number): Promise<GroupRow[]>;
  contents(): Promise<Contents>;
  close(): Promise<void>;
}

export const contentsSql = `select count(*) as lines, sum(salary) as centavos from movements`;

/** The share of the machine's memory for one engine; the product runs on the same machine. */
export const memoryShare = 0.5;

export interface Rival {
  readonly name: RivalName;
  readonly version: string;
  load(chunk: Chunk): Promise<void>;
  /** Called after the last chunk: indexes, merges, statistics. */
  finishLoad(): Promise<void>;
  /** Runs the statements one after another, each with all cores. Rejects if one takes longer than `timeoutMs`. */
  answer(statements: readonly string[], timeoutMs: number): Promise<RivalAnswer>;
  contents(): Promise<Contents>;
  close(): Promise<void>;
}

/** Parses a row of the engines' drivers, with `k0`, `k1` … for the dimensions. */
export function groupRow(row: Readonly<Record<string, unknown>>): GroupRow {
  const keys: number[] = [];
  for (let index = 0; `k${index}` in row; index++) keys.push(Number(row[`k${index}`]));
  const points = row['points'];
  return {
    mask: Number(row['mask']),
    keys,
    records: Number(row['records']),
    mean: Number(row['mean']),
    points: Array.isArray(points) ? points.map(Number) : [],
    lowest: Number(row['lowest']),
    highest: Number(row['highest']),
  };
}
