import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes for two filters of the audit, which `initial` creates in new installations. */
export const auditFilterIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index if not exists audit_log_action on audit_log (action, at)`.execute(db);
    await sql`create index if not exists audit_log_outcome on audit_log (outcome, at)`.execute(db);
  },
};
