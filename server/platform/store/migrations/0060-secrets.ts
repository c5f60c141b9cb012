import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The secrets that the processes of an installation sign with, each created by the first process that needs it. */
export const secrets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('secrets')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};
