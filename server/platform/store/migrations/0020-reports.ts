import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Reports, each with its runner's claim. */
export const reports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('reports')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('company_id', 'text', (column) =>
        column.references('companies.id').onDelete('set null'),
      )
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('selections', 'text', (column) => column.notNull())
      .addColumn('release', 'integer', (column) => column.notNull().references('releases.number'))
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('progress', 'double precision')
      .addColumn('message', 'text')
      .addColumn('file', 'text')
      .addColumn('file_size', 'bigint')
      .addColumn('sha256', 'text')
      .addColumn('description', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('finished_at', 'text')
      .addColumn('expires_at', 'text')
      .addColumn('worker', 'text')
      .addColumn('lease_until', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    for (const [name, columns] of [
      ['reports_of_user', ['user_id', 'created_at']],
      ['reports_of_company', ['company_id', 'created_at']],
      ['reports_newest', ['created_at']],
      ['reports_waiting', ['status', 'created_at']],
    ] as const) {
      await db.schema
        .createIndex(name)
        .on('reports')
        .columns([...columns])
        .execute();
    }
  },
};
