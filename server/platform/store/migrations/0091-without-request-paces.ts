import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Removes a table that no version reads: rate limits are rows of `attempts`. */
export const withoutRequestPaces: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable('request_paces').ifExists().execute();
  },
};
