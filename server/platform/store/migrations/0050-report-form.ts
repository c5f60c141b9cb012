import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether a report has all its tables, and the salary that somebody asked about. Those made before have them all. */
export const reportForm: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('reports')
      .addColumn('has_annex', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable('reports').addColumn('own_salary', 'bigint').execute();
  },
};
