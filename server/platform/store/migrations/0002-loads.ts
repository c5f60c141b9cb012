import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tables of uploads with their files, and of the releases made from them. */
export const loads: Migration = {
  async up(db: Kysely<unknown>) {
    await createUploads(db);
    await createReleases(db);
  },
};

async function createUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('competencia', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('created_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('worker', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('release', 'integer')
    .execute();
  await db.schema
    .createIndex('uploads_status')
    .on('uploads')
    .columns(['status', 'created_at'])
    .execute();
  await db.schema
    .createTable('upload_files')
    .addColumn('batch', 'integer', (column) => column.primaryKey())
    .addColumn('upload_id', 'text', (column) => column.notNull().references('uploads.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('asked_kind', 'text')
    .addColumn('asked_month', 'text')
    .addColumn('kind', 'text')
    .addColumn('month', 'text')
    .addColumn('received_sha256', 'text')
    .addColumn('sha256', 'text')
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('text_bytes', 'bigint')
    .addColumn('lines', 'bigint')
    .addColumn('accepted', 'bigint')
    .addColumn('rejected', 'bigint')
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('progress_bytes', 'bigint', (column) => column.notNull())
    .addColumn('progress_lines', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('outcome', 'text')
    .addColumn('message', 'text')
    .execute();
  await db.schema
    .createIndex('upload_files_upload')
    .on('upload_files')
    .column('upload_id')
    .execute();
  await db.schema
    .createTable('batch_counter')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('last', 'integer', (column) => column.notNull())
    .execute();
}

async function createReleases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('releases')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('published_at', 'text', (column) => column.notNull())
    .addColumn('upload_id', 'text', (column) => column.notNull().references('uploads.id'))
    .addColumn('is_synthetic', 'integer', (column) => column.notNull())
    .addColumn('unmatched_exclusions', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('release_files')
    .addColumn('release', 'integer', (column) => column.notNull().references('releases.number'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('batch', 'integer', (column) => column.notNull().references('upload_files.batch'))
    .addPrimaryKeyConstraint('release_files_key', ['release', 'kind', 'month'])
    .execute();
  await db.schema
    .createTable('release_months')
    .addColumn('release', 'integer', (column) => column.notNull().references('releases.number'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('mov_lines', 'bigint', (column) => column.notNull())
    .addColumn('for_lines', 'bigint', (column) => column.notNull())
    .addColumn('cancelled_lines', 'bigint', (column) => column.notNull())
    .addColumn('unmatched_exclusions', 'bigint', (column) => column.notNull())
    .addColumn('cancellation_batch', 'integer')
    .addPrimaryKeyConstraint('release_months_key', ['release', 'month'])
    .execute();
  await db.schema
    .createTable('current_release')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('release', 'integer', (column) => column.references('releases.number'))
    .execute();
}
