import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The sources' metadata of the files loaded from them. */
export const sourceFiles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('source_files')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint')
      .addColumn('modified_at', 'text')
      .addColumn('hash', 'text')
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('loaded_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('source_files_key', ['source', 'kind', 'month'])
      .execute();
  },
};
