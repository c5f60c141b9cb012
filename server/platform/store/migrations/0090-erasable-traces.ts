import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * IP addresses of audit entries in rows of their own, which an erasure removes: the chained entry has a salted hash.
 * Receipts of typed text name who typed it, until the text is removed.
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
