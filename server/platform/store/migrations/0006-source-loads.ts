import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The source's metadata of a fetched file, stored until the file is published. */
export const sourceLoads: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('upload_files').addColumn('source_file', 'text').execute();
  },
};
