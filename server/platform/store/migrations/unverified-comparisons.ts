import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Renames the field `untold` of stored comparisons to `unverified`. Quotes within a text of JSON are escaped, so only a
 * field's name matches.
 */
export const unverifiedComparisons: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      update uploads set comparison = replace(comparison, '"untold":', '"unverified":')
      where comparison like '%"untold":%'`.execute(db);
  },
};
