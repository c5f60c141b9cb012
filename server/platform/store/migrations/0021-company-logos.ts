import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A company's logo. It is small, so it is in the database, which every backup contains. */
export const companyLogos: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('company_logos')
      .addColumn('company_id', 'text', (column) =>
        column.primaryKey().references('companies.id').onDelete('cascade'),
      )
      .addColumn('media_type', 'text', (column) => column.notNull())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
  },
};
