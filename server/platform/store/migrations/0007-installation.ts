import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The name by which this app database and its warehouse recognise each other. */
export const installationName: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('installation')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .execute();
  },
};
