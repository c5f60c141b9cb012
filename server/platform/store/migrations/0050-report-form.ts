import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether a report has all its tables, and the user's salary to compare. Earlier reports have all tables. */
export const reportForm: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('reports')
      .addColumn('has_annex', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable('reports').addColumn('own_salary', 'bigint').execute();
  },
};
