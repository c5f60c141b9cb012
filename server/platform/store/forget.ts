import { sql } from 'kysely';
import type { Store } from './store.ts';

/**
 * Takes what was just deleted out of the embedded database's log, too; its pages were overwritten when it was
 * deleted. Where a reader of another process still needs the log, it goes with the next change. What a PostgreSQL
 * server keeps in its pages, logs and copies is its own affair: docs/retention.md.
 */
export async function forgetDeleted({ db, dialect }: Store): Promise<void> {
  if (dialect === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
