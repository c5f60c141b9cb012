import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the source said of a file that is fetched from it, to be remembered when it is published. */
export const sourceLoads: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('upload_files').addColumn('source_file', 'text').execute();
  },
};
