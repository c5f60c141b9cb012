import { sql } from 'kysely';
import type { Store } from './store.ts';

/**
 * Removes just-deleted data from SQLite's write-ahead log too; its pages were overwritten at deletion. If a reader in
 * another process still needs the log, the next change removes it. For pages, logs and copies of a PostgreSQL server
 * see docs/retention.md.
 */
export async function forgetDeleted({ db, dialect }: Store): Promise<void> {
  if (dialect === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
