import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the processes of an installation sign with, each secret made by the first that needs it. */
export const secrets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('secrets')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};
