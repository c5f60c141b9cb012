import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A user's second factor, and the recovery codes that replace it once each. */
export const secondFactors: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('second_factors')
      .addColumn('user_id', 'text', (column) =>
        column.primaryKey().references('users.id').onDelete('cascade'),
      )
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'text')
      .addColumn('last_step', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('recovery_codes')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('recovery_codes_user')
      .on('recovery_codes')
      .column('user_id')
      .execute();
  },
};
