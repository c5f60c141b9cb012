import type { Transaction } from 'kysely';
import type { Database } from '../../platform/store/schema.ts';
import type { StoreDialect } from '../../platform/store/store.ts';

/** Returns the number of the current release, and locks the pointer to it until the transaction ends. */
export async function holdPointer(transaction: Transaction<Database>): Promise<number | null> {
  await ensurePointer(transaction);
  const pointer = await transaction
    .updateTable('current_release')
    .set((update) => ({ release: update.ref('release') }))
    .where('id', '=', 1)
    .returning('release')
    .executeTakeFirstOrThrow();
  return pointer.release;
}

/** Locks the pointer as `holdPointer` does, or returns false at once if another process has locked it. */
export async function maybeHoldPointer(
  transaction: Transaction<Database>,
  dialect: StoreDialect,
): Promise<boolean> {
  await ensurePointer(transaction);
  const held = await transaction
    .selectFrom('current_release')
    .select('id')
    .where('id', '=', 1)
    .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
    .executeTakeFirst();
  return held !== undefined;
}

async function ensurePointer(transaction: Transaction<Database>): Promise<void> {
  await transaction
    .insertInto('current_release')
    .values({ id: 1, release: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Makes a release current. The caller must hold the pointer. */
export async function movePointer(
  transaction: Transaction<Database>,
  release: number,
): Promise<void> {
  await transaction.updateTable('current_release').set({ release }).where('id', '=', 1).execute();
}
