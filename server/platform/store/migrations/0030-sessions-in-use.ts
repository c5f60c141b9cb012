import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When, from where and with which browser a session is used; unknown for earlier sessions. */
export const sessionsInUse: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['last_used_at', 'device', 'address']) {
      await db.schema.alterTable('sessions').addColumn(name, 'text').execute();
    }
  },
};
