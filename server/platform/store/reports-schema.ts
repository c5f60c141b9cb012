import type { Generated } from 'kysely';
import type { ReportStatus, ReportType } from '../../../shared/contracts/reports.ts';

/** Reports that people asked for; the documents themselves are files. */
export interface ReportTables {
  reports: ReportTable;
}

export interface ReportTable {
  id: string;
  /** Who asked for it; it goes with him. */
  user_id: string;
  /** The company that he belonged to then: its people see the report. */
  company_id: string | null;
  type: ReportType;
  name: string;
  /** The filters of each selection, as JSON. */
  selections: string;
  /** 1: all tables of the PDF. */
  has_annex: Generated<number>;
  /** Centavos: the salary that its reader asks about. */
  own_salary: Generated<number | null>;
  /** The data that it is answered on. */
  release: number;
  status: ReportStatus;
  /** 0 to 1. */
  progress: number | null;
  /** Why it failed. */
  message: string | null;
  /** The document's name in the folder of reports; null until it is there and when it has expired. */
  file: string | null;
  file_size: number | null;
  sha256: string | null;
  /** What the file holds, as JSON. */
  description: string | null;
  created_at: string;
  finished_at: string | null;
  expires_at: string | null;
  /** The runner that works on it, and until when its claim stands without a sign of life. */
  worker: string | null;
  lease_until: string | null;
  /** How often it was begun since it was asked for. */
  attempts: Generated<number>;
}
