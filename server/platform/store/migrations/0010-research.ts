import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Receipts of answers, each user's search history, and saved searches with the figures that each reader saw. */
export const research: Migration = {
  async up(db: Kysely<unknown>) {
    await createReceipts(db);
    await createHistory(db);
    await createSavedSearches(db);
  },
};

async function createReceipts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('receipts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('answer_sha256', 'text', (column) => column.notNull().unique())
    .addColumn('question_sha256', 'text', (column) => column.notNull())
    .addColumn('release', 'integer', (column) => column.notNull().references('releases.number'))
    .addColumn('filters', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('statistics', 'text', (column) => column.notNull())
    .addColumn('distribution_sha256', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('receipt_files')
    .addColumn('release', 'integer', (column) => column.primaryKey().references('releases.number'))
    .addColumn('files', 'text', (column) => column.notNull())
    .execute();
}

async function createHistory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_history')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('question_sha256', 'text', (column) => column.notNull())
    .addColumn('release', 'integer', (column) => column.notNull())
    .addColumn('receipt_id', 'text', (column) =>
      column.notNull().references('receipts.id').onDelete('cascade'),
    )
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addUniqueConstraint('search_history_question', ['user_id', 'question_sha256', 'release'])
    .execute();
  for (const [name, columns] of [
    ['search_history_newest', ['user_id', 'asked_at']],
    ['search_history_age', ['asked_at']],
    ['search_history_receipt', ['receipt_id']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on('search_history')
      .columns([...columns])
      .execute();
  }
}

async function createSavedSearches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saved_searches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('filters', 'text', (column) => column.notNull())
    .addColumn('shared_company_id', 'text', (column) =>
      column.references('companies.id').onDelete('set null'),
    )
    .addColumn('figures', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addUniqueConstraint('saved_searches_name', ['user_id', 'name_key'])
    .execute();
  await db.schema
    .createIndex('saved_searches_company')
    .on('saved_searches')
    .column('shared_company_id')
    .execute();
  await db.schema
    .createTable('saved_search_views')
    .addColumn('saved_search_id', 'text', (column) =>
      column.notNull().references('saved_searches.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('figures', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('saved_search_views_key', ['saved_search_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('saved_search_views_user')
    .on('saved_search_views')
    .column('user_id')
    .execute();
}
