import type { Generated } from 'kysely';
import type { ReportStatus, ReportType } from '../../../shared/contracts/reports.ts';

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
