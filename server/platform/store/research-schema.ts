import type { Generated } from 'kysely';

/** What is kept of people's research: receipts of answers, the history of searches, saved searches. */
export interface ResearchTables {
  receipts: ReceiptTable;
  receipt_files: ReceiptFilesTable;
  search_history: SearchHistoryTable;
  saved_searches: SavedSearchTable;
  saved_search_views: SavedSearchViewTable;
  public_links: PublicLinkTable;
}

/** An answer as it was; only of a question with typed text a column says who asked. */
export interface ReceiptTable {
  /** Random: whoever does not know it cannot guess it. */
  id: string;
  /** Of a search, or of Igualdade. */
  kind: Generated<'pesquisa' | 'igualdade'>;
  /** SHA-256 of the owner, the question, the release and all that came out: equal answers of an owner have one receipt. */
  answer_sha256: string;
  question_sha256: string;
  release: number;
  /** JSON, as are the method and the statistics: of Igualdade the question, `{}`, and the figures. */
  filters: string;
  method: string;
  statistics: string;
  /** Of Igualdade, of its figures. */
  distribution_sha256: string;
  version: string;
  created_at: string;
  /** Who typed the text of the question, where it has one. */
  typed_by: Generated<string | null>;
  /** When that text was removed: by an erasure, or after its retention period. */
  text_removed_at: Generated<string | null>;
}

/** The files of a release that has receipts, as JSON; they stay when the release itself is removed. */
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
  /** Name and question as plain text: what a search looks in. */
  search_text: string;
  /** Grows by one with each change by its owner. */
  version: Generated<number>;
}

export interface SavedSearchTable {
  id: string;
  user_id: string;
  name: string;
  /** The name as plain text: what makes it unique among a person's. */
  name_key: string;
  /** JSON. */
  filters: string;
  /** Centavos: the salary that its owner asks about; for his eyes alone. */
  own_salary: Generated<number | null>;
  /** The company that it was shared with; it shows there while its owner belongs to it. */
  shared_company_id: string | null;
  /** What the current data said when it was saved, as JSON. */
  figures: string;
  search_text: string;
  created_at: string;
  updated_at: string;
  version: Generated<number>;
}

/** What a person saw of a saved search when he last opened it. */
export interface SavedSearchViewTable {
  saved_search_id: string;
  user_id: string;
  /** JSON. */
  figures: string;
  seen_at: string;
}

/** A receipt that is read without an account. */
export interface PublicLinkTable {
  id: string;
  /** SHA-256 of what makes its address unguessable, in hexadecimal. */
  token_hash: string;
  receipt_id: string;
  user_id: string;
  created_at: string;
  expires_at: string;
  revoked_at: Generated<string | null>;
  /** How often it was opened. */
  openings: Generated<number>;
  last_opened_at: Generated<string | null>;
}
