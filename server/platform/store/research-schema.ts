import type { ReportStatus, ReportType } from '../../../shared/contracts/reports.ts';
import { bigint, integer, real, table, text } from './columns.ts';

/** Users' research: receipts of answers, the history of searches, saved searches, and requested reports. */
export const researchTables = {
  /** An answer at the time of the query. */
  receipts: table(
    {
      /** Random and unguessable. */
      id: text().key(),
      /** A search, or a query of Igualdade. */
      kind: text<'pesquisa' | 'igualdade'>().default('pesquisa'),
      /** SHA-256 of the owner, the query, the release and the result: equal answers for an owner share one receipt. */
      answer_sha256: text().unique(),
      question_sha256: text(),
      /** `company <id>`, or `person <id>` for a user without one; null for receipts of earlier versions. */
      owner: text().nullable(),
      release: integer().references('releases.number'),
      /** JSON, as are the method and the statistics. For Igualdade: the query, `{}`, and the figures. */
      filters: text(),
      method: text(),
      statistics: text(),
      /** For Igualdade, the SHA-256 of its figures. */
      distribution_sha256: text(),
      version: text(),
      created_at: text(),
      /** The user who typed the query's text, if it has one. */
      typed_by: text().nullable().references('users.id', 'set null'),
      /** When that text was removed: with the user, or after its retention period. */
      text_removed_at: text().nullable(),
    },
    { indexes: { receipts_typed_by: ['typed_by'] } },
  ),
  /** The files of a release that has receipts, as JSON; the row stays after the release itself is removed. */
  receipt_files: table({
    release: integer().key().references('releases.number'),
    files: text(),
  }),
  search_history: table(
    {
      id: text().key(),
      user_id: text().references('users.id', 'cascade'),
      question_sha256: text(),
      release: integer(),
      receipt_id: text().references('receipts.id', 'cascade'),
      asked_at: text(),
      name: text().nullable(),
      /** Name and query as plain text: the text that a search looks in. */
      search_text: text(),
      /** Grows by one with each change by its owner. */
      version: integer().default(1),
    },
    {
      unique: { search_history_question: ['user_id', 'question_sha256', 'release'] },
      indexes: {
        search_history_age: ['asked_at'],
        search_history_newest: ['user_id', 'asked_at'],
        search_history_receipt: ['receipt_id'],
      },
    },
  ),
  saved_searches: table(
    {
      id: text().key(),
      user_id: text().references('users.id', 'cascade'),
      name: text(),
      /** The name as plain text, unique for each user. */
      name_key: text(),
      /** JSON. */
      filters: text(),
      /** The owner's salary to compare, in centavos; visible only to the owner. */
      own_salary: bigint().nullable(),
      /** The company that it is shared with; visible there while its owner belongs to the company. */
      shared_company_id: text().nullable().references('companies.id', 'set null'),
      /** The figures at the time of saving, as JSON. */
      figures: text(),
      search_text: text(),
      created_at: text(),
      updated_at: text(),
      version: integer().default(1),
      /** The last month's change, as JSON (`MonthChange`); null before the first one, and for a fixed period. */
      month_change: text().nullable(),
    },
    {
      unique: { saved_searches_name: ['user_id', 'name_key'] },
      indexes: { saved_searches_company: ['shared_company_id'] },
    },
  ),
  /** The figures that a user saw when last opening a saved search. */
  saved_search_views: table(
    {
      saved_search_id: text().references('saved_searches.id', 'cascade'),
      user_id: text().references('users.id', 'cascade'),
      /** JSON. */
      figures: text(),
      seen_at: text(),
    },
    { key: ['saved_search_id', 'user_id'], indexes: { saved_search_views_user: ['user_id'] } },
  ),
  /** Users who are notified by mail when the salaries of a saved search change. */
  saved_search_follows: table(
    {
      saved_search_id: text().references('saved_searches.id', 'cascade'),
      user_id: text().references('users.id', 'cascade'),
      created_at: text(),
      /** AAAAMM of the last change that a mail reported. */
      informed_month: text().nullable(),
    },
    { key: ['saved_search_id', 'user_id'], indexes: { saved_search_follows_user: ['user_id'] } },
  ),
  /** A receipt that can be read without an account. */
  public_links: table(
    {
      id: text().key(),
      /** SHA-256 of the address's random token, in hexadecimal. */
      token_hash: text().unique(),
      receipt_id: text().references('receipts.id', 'cascade'),
      user_id: text().references('users.id', 'cascade'),
      created_at: text(),
      expires_at: text(),
      revoked_at: text().nullable(),
      openings: integer().default(0),
      last_opened_at: text().nullable(),
    },
    { indexes: { public_links_receipt_id: ['receipt_id'], public_links_user_id: ['user_id'] } },
  ),
  reports: table(
    {
      id: text().key(),
      /** The user who requested it; it is deleted with the user. */
      user_id: text().references('users.id', 'cascade'),
      /** The company that the user belonged to then: its users see the report. */
      company_id: text().nullable().references('companies.id', 'set null'),
      type: text<ReportType>(),
      name: text(),
      selections: text(),
      /** 1 if the PDF has all tables. */
      has_annex: integer().default(1),
      /** The user's salary to compare, in centavos. */
      own_salary: bigint().nullable(),
      release: integer().references('releases.number'),
      status: text<ReportStatus>(),
      /** 0 to 1. */
      progress: real().nullable(),
      message: text().nullable(),
      /** The document's name in the folder of reports; null before it exists and after it expires. */
      file: text().nullable(),
      file_size: bigint().nullable(),
      sha256: text().nullable(),
      created_at: text(),
      finished_at: text().nullable(),
      expires_at: text().nullable(),
      /** The runner that works on it, and when its claim expires without a renewal. */
      worker: text().nullable(),
      lease_until: text().nullable(),
      /** How often it was started since it was requested. */
      attempts: integer().default(0),
      /**
       * A description of the file's content, as JSON. It names every file of the release, 50 KB, and comes last: SQLite
       * reads through it to reach a later column.
       */
      description: text().nullable(),
    },
    {
      indexes: {
        reports_newest: ['created_at'],
        reports_of_company: ['company_id', 'created_at'],
        reports_of_user: ['user_id', 'created_at'],
        reports_waiting: ['status', 'created_at'],
      },
    },
  ),
};
