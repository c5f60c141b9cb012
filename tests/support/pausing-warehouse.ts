import type { QueryLimits, Sql, Warehouse } from '../../server/platform/warehouse/warehouse.ts';

/** The real warehouse, which stands still before the first question that has any of these words, as a paused machine does. */
export function pausing(warehouse: Warehouse, ...words: readonly string[]) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  /** The questions that stand still. */
  const standing: Sql[] = [];
  const paused: Warehouse = {
    rows: async <Row>(sql: Sql, limits?: QueryLimits) => {
      if (words.some((word) => sql.text.includes(word))) {
        standing.push(sql);
        reached.resolve();
        await gate.promise;
      }
      return warehouse.rows<Row>(sql, limits);
    },
    stream: (sql, limits) => warehouse.stream(sql, limits),
    bytes: (sql, form, limits) => warehouse.bytes(sql, form, limits),
    columns: (sql, limits) => warehouse.columns(sql, limits),
    run: (sql, limits) => warehouse.run(sql, limits),
    load: (load) => warehouse.load(load),
    ping: (limits) => warehouse.ping(limits),
    hasDamage: () => warehouse.hasDamage(),
    close: () => warehouse.close(),
    ...(warehouse.cluster && { cluster: warehouse.cluster }),
  };
  return { warehouse: paused, reached: reached.promise, standing, goOn: gate.resolve };
}

/** Of the last question of a publication: every row is counted and sealed, and the pointer has not moved. */
export const beforePublication = `countIf(kind = 'MOV')`;
