import type { Store } from './store.ts';

/** Whether any process is making a backup now. */
export async function isBackupUnderWay(
  { db }: Pick<Store, 'db'>,
  clock: () => Date,
): Promise<boolean> {
  const running = await db
    .selectFrom('backups')
    .select('id')
    .where('status', '=', 'RUNNING')
    .where('lease_until', '>', clock().toISOString())
    .executeTakeFirst();
  return running !== undefined;
}
