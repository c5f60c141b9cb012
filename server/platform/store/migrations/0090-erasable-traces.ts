import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Stores IP addresses of audit entries in separate rows, which are removed with the user; the chained entry has a
 * salted hash. Receipts with typed text name the user who typed it, until the text is removed.
 */
export const erasableTraces: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('audit_addresses')
      .addColumn('entry_id', 'text', (column) =>
        column.primaryKey().references('audit_log.id').onDelete('cascade'),
      )
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('salt', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .alterTable('receipts')
      .addColumn('typed_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .execute();
    await db.schema.alterTable('receipts').addColumn('text_removed_at', 'text').execute();
    await db.schema.createIndex('receipts_typed_by').on('receipts').column('typed_by').execute();
  },
};
