import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sums of the line hashes of a file, from which a republished month's changed lines are counted. */
export const fileLineSums: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('file_line_sums')
      // No reference: a file that is read again gets another batch, and retention deletes the sums.
      .addColumn('batch', 'integer', (column) => column.primaryKey())
      .addColumn('sums', 'text', (column) => column.notNull())
      .execute();
  },
};
