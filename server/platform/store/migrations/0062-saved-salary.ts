import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The user's salary to compare, stored with a saved search. */
export const savedSalary: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('saved_searches').addColumn('own_salary', 'bigint').execute();
  },
};
