import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The month's change of each saved search, and who is notified of it by mail. */
export const monthDigests: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('saved_searches').addColumn('month_change', 'text').execute();
    await db.schema
      .createTable('saved_search_follows')
      .addColumn('saved_search_id', 'text', (column) =>
        column.notNull().references('saved_searches.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('informed_month', 'text')
      .addPrimaryKeyConstraint('saved_search_follows_key', ['saved_search_id', 'user_id'])
      .execute();
    await db.schema
      .createIndex('saved_search_follows_user')
      .on('saved_search_follows')
      .column('user_id')
      .execute();
  },
};
