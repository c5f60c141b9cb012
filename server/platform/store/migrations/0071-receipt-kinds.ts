import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Receipts are of more than searches; all that there were are of searches. */
export const receiptKinds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('receipts')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('pesquisa'))
      .execute();
  },
};
