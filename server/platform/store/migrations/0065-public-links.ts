import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Receipts at unguessable addresses; only the hash of an address is stored. */
export const publicLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('public_links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('receipt_id', 'text', (column) =>
        column.notNull().references('receipts.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('revoked_at', 'text')
      .addColumn('openings', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('last_opened_at', 'text')
      .execute();
    for (const column of ['receipt_id', 'user_id']) {
      await db.schema
        .createIndex(`public_links_${column}`)
        .on('public_links')
        .column(column)
        .execute();
    }
  },
};
