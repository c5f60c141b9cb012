import type { DeleteResult, UpdateResult } from 'kysely';

/**
 * The most rows that one statement of a long removal changes: SQLite takes up to 50 ms for 500, and the event loop waits
 * for each statement.
 */
export const sliceRows = 250;

/**
 * Repeats a statement that deletes or updates at most `sliceRows` rows until it finds fewer; other work runs in between.
 * Returns how many rows it changed in all.
 */
export async function inSlices(statement: {
  executeTakeFirst(): Promise<DeleteResult | UpdateResult>;
}): Promise<number> {
  for (let all = 0; ;) {
    const result = await statement.executeTakeFirst();
    const changed = 'numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows;
    all += Number(changed);
    if (changed < sliceRows) return all;
  }
}
