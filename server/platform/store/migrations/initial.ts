import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createTables } from '../columns.ts';
import { tables } from '../schema.ts';
import { guardAudit } from './audit-guards.ts';

/** Creates the tables of `schema.ts`, with what it cannot express. */
export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    await createTables(db, tables);
    await sql`create unique index companies_cnpj on companies (cnpj) where cnpj <> ''`.execute(db);
    await sql`create unique index audit_log_number on audit_log (number)`.execute(db);
    await sql`create index audit_log_unnumbered on audit_log (at, id) where number is null`.execute(
      db,
    );
    await guardAudit(db);
  },
};
