import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Requested backups, each with its runner's claim. */
export const backups: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('backups')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('folder', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('progress', 'text')
      .addColumn('message', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('finished_at', 'text')
      .addColumn('worker', 'text')
      .addColumn('lease_until', 'text')
      .execute();
  },
};
