import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Since when a password is temporary; for earlier ones, since the creation of the account. */
export const temporaryPasswords: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('temporary_since', 'text').execute();
    await sql`update users set temporary_since = created_at where must_change_password = 1`.execute(
      db,
    );
  },
};
