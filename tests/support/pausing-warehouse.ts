import type { QueryLimits, Sql, Warehouse } from '../../server/platform/warehouse/warehouse.ts';
import { changedWarehouse } from './changed-warehouse.ts';

/** The real warehouse, paused before the first query that contains any of these words, as on a suspended machine. */
export function pausing(warehouse: Warehouse, ...words: readonly string[]) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  /** The paused queries. */
  const standing: Sql[] = [];
  const paused = changedWarehouse(warehouse, {
    rows: async <Row>(sql: Sql, limits?: QueryLimits) => {
      if (words.some((word) => sql.text.includes(word))) {
        standing.push(sql);
        reached.resolve();
        await gate.promise;
      }
      return warehouse.rows<Row>(sql, limits);
    },
  });
  return { warehouse: paused, reached: reached.promise, standing, goOn: gate.resolve };
}

/** Text of a publication's last query: every row is counted and sealed, and the pointer has not moved. */
export const beforePublication = `countIf(kind = 'MOV')`;
