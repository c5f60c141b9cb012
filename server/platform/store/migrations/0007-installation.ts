import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The name that this app database and its warehouse know each other by. */
export const installationName: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('installation')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .execute();
  },
};
