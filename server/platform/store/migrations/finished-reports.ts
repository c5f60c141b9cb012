import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Finds when the last report of a company and of a person finished. The claim of a report asks that for each one that
 * waits, several times a second, and read all reports each time.
 */
export const finishedReports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index reports_finished_of_company on reports (coalesce(company_id, user_id), finished_at)
      where finished_at is not null`.execute(db);
    await sql`
      create index reports_finished_of_user on reports (user_id, finished_at)
      where finished_at is not null`.execute(db);
  },
};
