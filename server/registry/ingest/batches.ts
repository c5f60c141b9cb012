import type { Store } from '../../platform/store/store.ts';

/**
 * New batch numbers, which no process has used before. A batch is a set of rows loaded together: the lines of a file,
 * or the cancelled lines of a month.
 */
export async function nextBatches(store: Store, count: number): Promise<number[]> {
  if (count === 0) return [];
  return store.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('batch_counter')
      .values({ id: 1, last: 0 })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const { last } = await transaction
      .updateTable('batch_counter')
      .set((update) => ({ last: update('last', '+', count) }))
      .where('id', '=', 1)
      .returning('last')
      .executeTakeFirstOrThrow();
    return Array.from({ length: count }, (_, index) => last - count + 1 + index);
  });
}
