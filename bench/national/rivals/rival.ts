/** Another engine with the same lines that is asked the same questions. */

export const rivalNames = ['clickhouse', 'duckdb', 'postgres'] as const;
export type RivalName = (typeof rivalNames)[number];

/** What the tables call them. */
export const rivalTitles: Readonly<Record<RivalName, string>> = {
  clickhouse: 'plain ClickHouse SQL',
  duckdb: 'DuckDB',
  postgres: 'PostgreSQL',
};

/** A part of the lines in the plain sort order, as files that the rivals read. */
export interface Chunk {
  readonly parquet: string;
  /** Fields between tabs, a line each, as PostgreSQL copies them; undefined when nobody asked for it. */
  readonly text?: string | undefined;
}

/** The records of a group; money in centavos, not rounded. */
export interface GroupRow {
  /** Which dimensions are not grouped by, as SQL's `grouping` tells it: the last one is the lowest bit. */
  readonly mask: number;
  /** Of the dimensions in their order. */
  readonly keys: readonly number[];
  readonly records: number;
  readonly mean: number;
  /** P10, P25, median, P75, P90. */
  readonly points: readonly number[];
  readonly lowest: number;
  readonly highest: number;
}

export interface RivalAnswer {
  /** Of all statements together, inside the rival. */
  readonly ms: number;
  /** Processor time of the rival's process; null where the system does not tell it. */
  readonly cpuMs: number | null;
  /** Of each statement. */
  readonly rows: readonly (readonly GroupRow[])[];
}

/** By which a load is checked. */
export interface Contents {
  readonly lines: number;
  /** The sum of their salaries, -1 for each that is not known. */
  readonly centavos: number;
}

export interface Rival {
  readonly name: RivalName;
  readonly version: string;
  load(chunk: Chunk): Promise<void>;
  /** After the last chunk: indexes, merging, statistics. */
  settle(): Promise<void>;
  /** Runs the statements one after another, each with all cores. Rejects when one takes longer than `timeoutMs`. */
  answer(statements: readonly string[], timeoutMs: number): Promise<RivalAnswer>;
  contents(): Promise<Contents>;
  close(): Promise<void>;
}

/** A row as the engines' drivers give it, with `k0`, `k1` … for the dimensions. */
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
