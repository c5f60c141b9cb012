import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds other kinds of receipts; all earlier receipts are of searches. */
export const receiptKinds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('receipts')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('pesquisa'))
      .execute();
  },
};
