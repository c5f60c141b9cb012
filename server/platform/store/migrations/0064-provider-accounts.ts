import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which user an OpenID provider's account belongs to, and a session's provider and last confirmation. */
export const providerAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('provider_accounts')
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('linked_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('provider_accounts_key', ['issuer', 'subject'])
      .addUniqueConstraint('provider_accounts_user', ['user_id', 'issuer'])
      .execute();
    await db.schema.alterTable('sessions').addColumn('issuer', 'text').execute();
    await db.schema.alterTable('sessions').addColumn('confirmed_at', 'text').execute();
  },
};
