import type { Generated } from 'kysely';
import type { ReportStatus, ReportType } from '../../../shared/contracts/reports.ts';

/** Tables of users' research: receipts of answers, the history of searches, saved searches. */
export interface ResearchTables {
  receipts: ReceiptTable;
  receipt_files: ReceiptFilesTable;
  search_history: SearchHistoryTable;
  saved_searches: SavedSearchTable;
  saved_search_views: SavedSearchViewTable;
  saved_search_follows: SavedSearchFollowTable;
  public_links: PublicLinkTable;
}

/** An answer at the time of the query. */
export interface ReceiptTable {
  /** Random and unguessable. */
  id: string;
  /** A search, or a query of Igualdade. */
  kind: Generated<'pesquisa' | 'igualdade'>;
  /**
   * SHA-256 of the owner, the query, the release and the whole result: equal answers for an owner share one receipt.
   */
  answer_sha256: string;
  question_sha256: string;
  /** `company <id>`, or `person <id>` for a user without one; null for receipts of earlier versions. */
  owner: Generated<string | null>;
  release: number;
  /** JSON, as are the method and the statistics. For Igualdade: the query, `{}`, and the figures. */
  filters: string;
  method: string;
  statistics: string;
  /** For Igualdade, the SHA-256 of its figures. */
  distribution_sha256: string;
  version: string;
  created_at: string;
  /** The user who typed the query's text, if it has one. */
  typed_by: Generated<string | null>;
  /** When that text was removed: with the user, or after its retention period. */
  text_removed_at: Generated<string | null>;
}

/** The files of a release that has receipts, as JSON; the row stays after the release itself is removed. */
export interface ReceiptFilesTable {
  release: number;
  files: string;
}

export interface SearchHistoryTable {
  id: string;
  user_id: string;
  question_sha256: string;
  release: number;
  receipt_id: string;
  asked_at: string;
  name: string | null;
  /** Name and query as plain text: the text that a search looks in. */
  search_text: string;
  /** Grows by one with each change by its owner. */
  version: Generated<number>;
}

export interface SavedSearchTable {
  id: string;
  user_id: string;
  name: string;
  /** The name as plain text, unique for each user. */
  name_key: string;
  /** JSON. */
  filters: string;
  /** The owner's salary to compare, in centavos; visible only to the owner. */
  own_salary: Generated<number | null>;
  /** The company that it is shared with; visible there while its owner belongs to the company. */
  shared_company_id: string | null;
  /** The figures at the time of saving, as JSON. */
  figures: string;
  search_text: string;
  created_at: string;
  updated_at: string;
  version: Generated<number>;
  /** The last month's change, as JSON (`MonthChange`); null before the first one, and for a fixed period. */
  month_change: Generated<string | null>;
}

/** Users who are notified by mail when the salaries of a saved search change. */
export interface SavedSearchFollowTable {
  saved_search_id: string;
  user_id: string;
  created_at: string;
  /** AAAAMM of the last change that a mail reported. */
  informed_month: Generated<string | null>;
}

/** The figures that a user saw when last opening a saved search. */
export interface SavedSearchViewTable {
  saved_search_id: string;
  user_id: string;
  /** JSON. */
  figures: string;
  seen_at: string;
}

/** A receipt that can be read without an account. */
export interface PublicLinkTable {
  id: string;
  /** SHA-256 of the address's random token, in hexadecimal. */
  token_hash: string;
  receipt_id: string;
  user_id: string;
  created_at: string;
  expires_at: string;
  revoked_at: Generated<string | null>;
  openings: Generated<number>;
  last_opened_at: Generated<string | null>;
}

/** Requested reports; the documents themselves are files. */
export interface ReportTables {
  reports: ReportTable;
}

export interface ReportTable {
  id: string;
  /** The user who requested it; it is deleted with the user. */
  user_id: string;
  /** The company that the user belonged to then: its users see the report. */
  company_id: string | null;
  type: ReportType;
  name: string;
  /** The filters of each selection, as JSON. */
  selections: string;
  /** 1 if the PDF has all tables. */
  has_annex: Generated<number>;
  /** The user's salary to compare, in centavos. */
  own_salary: Generated<number | null>;
  /** The release that the report is computed from. */
  release: number;
  status: ReportStatus;
  /** 0 to 1. */
  progress: number | null;
  /** Why it failed. */
  message: string | null;
  /** The document's name in the folder of reports; null before it exists and after it expires. */
  file: string | null;
  file_size: number | null;
  sha256: string | null;
  /** A description of the file's content, as JSON. */
  description: string | null;
  created_at: string;
  finished_at: string | null;
  expires_at: string | null;
  /** The runner that works on it, and when its claim expires without a renewal. */
  worker: string | null;
  lease_until: string | null;
  /** How often it was started since it was requested. */
  attempts: Generated<number>;
}
