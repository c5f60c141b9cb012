import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** State that several processes share: counted attempts, rate limits, and which process receives which file. */
export const processes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('attempts')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('last_at', 'text', (column) => column.notNull())
      .addColumn('blocked_until', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('attempts_oldest').on('attempts').column('last_at').execute();
    await db.schema
      .createTable('request_paces')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('left_over', 'double precision', (column) => column.notNull())
      .addColumn('counted_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('held_uploads')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('held_until', 'text', (column) => column.notNull())
      .addColumn('is_wanted', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
