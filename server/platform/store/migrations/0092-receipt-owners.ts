import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Receipts name their owner; those of earlier versions have none, and open by the history of who searched. */
export const receiptOwners: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('receipts').addColumn('owner', 'text').execute();
  },
};
