import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';
import { initial } from './initial.ts';

/**
 * Migrations that installations and backups of earlier versions have executed, and that create nothing any more: the last
 * one creates what all of them did.
 */
const earlier = [
  '0001-identity',
  '0002-loads',
  '0003-administration',
  '0004-source-files',
  '0005-load-jobs',
  '0006-source-loads',
  '0007-installation',
  '0010-research',
  '0020-reports',
  '0021-company-logos',
  '0022-processes',
  '0025-backups',
  '0030-sessions-in-use',
  '0040-audit-chain',
  '0050-report-form',
  '0051-temporary-passwords',
  '0060-secrets',
  '0061-second-factors',
  '0062-saved-salary',
  '0063-carried-limits',
  '0064-provider-accounts',
  '0065-public-links',
  '0070-api-keys',
  '0071-receipt-kinds',
  '0080-design-effects',
  '0090-erasable-traces',
  '0091-without-request-paces',
  '0092-receipt-owners',
  '0093-month-digests',
];

/** The oldest migration that an app database with tables must have. */
export const initialName = '0094-file-line-sums';

const firstToSearch = sql`
  from search_history
  join users on users.id = search_history.user_id
  where search_history.receipt_id = receipts.id
  order by search_history.asked_at, search_history.id
  limit 1`;

/** A migration by statements that SQLite and PostgreSQL both run. */
const running = (...statements: readonly RawBuilder<unknown>[]): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db);
  },
});

/**
 * Every migration under its number, which is the order they run in. Add migrations, never change one: only before 1.0.0
 * were the earlier ones merged.
 */
export const migrations: Record<string, Migration> = {
  ...Object.fromEntries(earlier.map((name) => [name, running()])),
  [initialName]: initial,
  // Renames a field of stored comparisons. Quotes within a text of JSON are escaped, so only a field's name matches.
  '0095-unverified-comparisons': running(sql`
    update uploads set comparison = replace(comparison, '"untold":', '"unverified":')
    where comparison like '%"untold":%'`),
  // `initial` creates both in new installations.
  '0096-audit-filter-indexes': running(
    sql`create index if not exists audit_log_action on audit_log (action, at)`,
    sql`create index if not exists audit_log_outcome on audit_log (outcome, at)`,
  ),
  '0097-upload-attempts': running(
    sql`alter table uploads add column attempts integer default 0 not null`,
  ),
  // Names the owner of receipts from before 23 November 2026, as `receiptScope` does, and who typed their text, by the
  // first person who searched. Otherwise only the histories link these receipts with people, and there the next receipt
  // of the same query takes their place.
  '0098-receipt-owners': running(sql`
    update receipts set
      owner = (
        select case when users.company_id is null
          then 'person ' || users.id
          else 'company ' || users.company_id end
        ${firstToSearch}),
      typed_by = case when typed_by is null and filters like '%"searchQuery":%'
        then (select users.id ${firstToSearch})
        else typed_by end
    where owner is null`),
  // Finds the receipts whose typed text is to be removed. Receipts have no period of retention, and the nightly task
  // read all of them.
  '0099-receipts-with-text': running(sql`
    create index receipts_with_text on receipts (created_at)
    where text_removed_at is null and filters like '%"searchQuery":%'`),
  // Moves the description to the end of a report's row, where `initial` creates it in new installations.
  '0100-report-descriptions-last': running(
    sql`alter table reports add column moved_description text`,
    sql`update reports set moved_description = description where description is not null`,
    sql`alter table reports drop column description`,
    sql`alter table reports rename column moved_description to description`,
  ),
  // Finds when the last report of a company and of a person finished. The claim of a report asks that for each one that
  // waits, several times a second, and read all reports each time.
  '0101-finished-reports': running(
    sql`
      create index reports_finished_of_company on reports (coalesce(company_id, user_id), finished_at)
      where finished_at is not null`,
    sql`
      create index reports_finished_of_user on reports (user_id, finished_at)
      where finished_at is not null`,
  ),
};
