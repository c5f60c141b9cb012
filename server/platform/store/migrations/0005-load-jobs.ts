import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Loads that administrators watch, cancel, compare, approve and undo; MTE's figures; settings in the database. */
export const loadJobs: Migration = {
  async up(db: Kysely<unknown>) {
    await extendUploads(db);
    await extendFiles(db);
    await extendReleases(db);
    await createSettings(db);
    await createOfficialFigures(db);
  },
};

async function extendUploads(db: Kysely<unknown>): Promise<void> {
  const add = (name: string) => db.schema.alterTable('uploads').addColumn(name, 'text').execute();
  await add('cancel_requested_at');
  await db.schema
    .alterTable('uploads')
    .addColumn('approved_by', 'text', (column) =>
      column.references('users.id').onDelete('set null'),
    )
    .execute();
  await add('approved_at');
  await add('comparison');
  await add('reasons');
  await add('source');
  await db.schema.alterTable('uploads').addColumn('compared_release', 'integer').execute();
}

async function extendFiles(db: Kysely<unknown>): Promise<void> {
  const add = (name: string) =>
    db.schema.alterTable('upload_files').addColumn(name, 'text').execute();
  await add('step_started_at');
  await db.schema
    .alterTable('upload_files')
    .addColumn('step_times', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await add('staged_at');
  await add('profile');
  await db.schema
    .alterTable('upload_files')
    .addColumn('from_source', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('file_months')
    .addColumn('batch', 'integer', (column) => column.notNull().references('upload_files.batch'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('lines', 'bigint', (column) => column.notNull())
    .addColumn('admissions', 'bigint', (column) => column.notNull())
    .addColumn('separations', 'bigint', (column) => column.notNull())
    .addColumn('wage_count', 'bigint', (column) => column.notNull())
    .addColumn('wage_sum', 'bigint', (column) => column.notNull())
    .addColumn('median_wage', 'bigint')
    .addPrimaryKeyConstraint('file_months_key', ['batch', 'month'])
    .execute();
}

async function extendReleases(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('releases').addColumn('base', 'integer').execute();
  await db.schema.alterTable('releases').addColumn('removed_at', 'text').execute();
  // Before this migration, every release was made from the previous one.
  await sql`update releases set base = number - 1 where number > 1`.execute(db);
  await db.schema
    .createTable('release_changes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('from_release', 'integer', (column) =>
      column.notNull().references('releases.number'),
    )
    .addColumn('to_release', 'integer', (column) => column.notNull().references('releases.number'))
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .execute();
}

async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('daily_runs')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('result', 'text')
    .addPrimaryKeyConstraint('daily_runs_key', ['name', 'day'])
    .execute();
}

async function createOfficialFigures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('official_figures')
    .addColumn('edition', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('series', 'text', (column) => column.notNull())
    .addColumn('admissions', 'bigint')
    .addColumn('separations', 'bigint')
    .addColumn('balance', 'bigint')
    .addColumn('nominal_wage', 'bigint')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('imported_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('official_figures_key', ['edition', 'month', 'series'])
    .execute();
}
