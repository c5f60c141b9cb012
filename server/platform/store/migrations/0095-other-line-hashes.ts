import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Deletes the sums of files: they are of an earlier hash of lines, and cannot be compared with later sums. A comparison
 * without sums counts the lines, and stores the new sums.
 */
export const otherLineHashes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`delete from file_line_sums`.execute(db);
  },
};
