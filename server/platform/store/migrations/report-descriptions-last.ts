import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Moves the description to the end of a report's row, where `initial` creates it in new installations. */
export const reportDescriptionsLast: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      sql`alter table reports add column moved_description text`,
      sql`update reports set moved_description = description where description is not null`,
      sql`alter table reports drop column description`,
      sql`alter table reports rename column moved_description to description`,
    ]) {
      await statement.execute(db);
    }
  },
};
