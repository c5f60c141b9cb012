import type { Transaction } from 'kysely';
import type { Database } from '../store/schema.ts';

/** The number of the current release, held against every other change of it until the transaction ends. */
export async function holdPointer(transaction: Transaction<Database>): Promise<number | null> {
  await transaction
    .insertInto('current_release')
    .values({ id: 1, release: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const pointer = await transaction
    .updateTable('current_release')
    .set((update) => ({ release: update.ref('release') }))
    .where('id', '=', 1)
    .returning('release')
    .executeTakeFirstOrThrow();
  return pointer.release;
}

/** Shows a release to readers; for whoever holds the pointer. */
export async function movePointer(
  transaction: Transaction<Database>,
  release: number,
): Promise<void> {
  await transaction.updateTable('current_release').set({ release }).where('id', '=', 1).execute();
}
