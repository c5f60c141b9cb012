import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The salary that somebody asked about, kept with a search that he saved. */
export const savedSalary: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('saved_searches').addColumn('own_salary', 'bigint').execute();
  },
};
