import type { Sql, Warehouse } from '../warehouse/warehouse.ts';

export type QueryKind = 'rows' | 'stream' | 'bytes' | 'run' | 'load';

export interface EndedQuery {
  readonly kind: QueryKind;
  /** Undefined for a load, whose statement the warehouse builds. */
  readonly sql: Sql | undefined;
  /** From the call to the last row, including waits for a connection and for a slow reader. */
  readonly milliseconds: number;
  readonly hasFailed: boolean;
}

/** Wraps a warehouse and calls `onEnded` after each query. */
export function timedWarehouse(
  warehouse: Warehouse,
  onEnded: (query: EndedQuery) => void,
): Warehouse {
  const begin = (kind: QueryKind, sql: Sql | undefined) => {
    const startedAt = performance.now();
    return (hasFailed: boolean) =>
      onEnded({ kind, sql, milliseconds: performance.now() - startedAt, hasFailed });
  };
  const timed = async <Result>(
    kind: QueryKind,
    sql: Sql | undefined,
    run: () => Promise<Result>,
  ): Promise<Result> => {
    const end = begin(kind, sql);
    let hasFailed = true;
    try {
      const result = await run();
      hasFailed = false;
      return result;
    } finally {
      end(hasFailed);
    }
  };
  async function* read<Piece>(
    kind: QueryKind,
    sql: Sql,
    pieces: AsyncIterable<Piece>,
  ): AsyncGenerator<Piece> {
    const end = begin(kind, sql);
    let hasFailed = false;
    try {
      yield* pieces;
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      end(hasFailed);
    }
  }
  return {
    rows: (sql, limits) => timed('rows', sql, () => warehouse.rows(sql, limits)),
    stream: <Row>(sql: Sql, limits?: Parameters<Warehouse['stream']>[1]) =>
      read('stream', sql, warehouse.stream<Row>(sql, limits)),
    bytes: (sql, form, limits) => read('bytes', sql, warehouse.bytes(sql, form, limits)),
    run: (sql, limits) => timed('run', sql, () => warehouse.run(sql, limits)),
    load: (load) => timed('load', undefined, () => warehouse.load(load)),
    ping: (limits) => warehouse.ping(limits),
    hasDamage: () => warehouse.hasDamage(),
    ...(warehouse.cluster && { cluster: warehouse.cluster }),
    close: () => warehouse.close(),
  };
}
