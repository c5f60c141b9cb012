import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the number of attempts to uploads. */
export const uploadAttempts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('uploads')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
