import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Finds the receipts whose typed text is to be removed. Receipts have no period of retention, and the nightly task read
 * all of them.
 */
export const receiptsWithText: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index receipts_with_text on receipts (created_at)
      where text_removed_at is null and filters like '%"searchQuery":%'`.execute(db);
  },
};
