import type { Generated } from 'kysely';
import type { AuditAction, AuditEntry } from '../../../shared/contracts/audit.ts';
import type { Flag } from './flag.ts';

/** What administration keeps: the audit, and the reference tables that an administrator imported. */
export interface AdministrationTables {
  audit_log: AuditRow;
  imported_occupations: ImportedOccupationRow;
  imported_minimum_wages: ImportedMinimumWageRow;
  imported_inpc: ImportedInpcRow;
  reference_imports: ReferenceImportRow;
}

/**
 * Triggers refuse every update, and every delete of a row younger than six months (by the database's own clock);
 * the daily retention task removes what is older than its period. Ids only, no names and no e-mails.
 */
export interface AuditRow {
  id: string;
  at: string;
  action: AuditAction;
  outcome: AuditEntry['outcome'];
  actor_id: string | null;
  subject_type: AuditEntry['subjectType'];
  subject_id: string | null;
  address: string | null;
  /** JSON. */
  details: string;
}

export interface ImportedOccupationRow {
  code: string;
  title: string;
  is_synonym: Flag;
}

export interface ImportedMinimumWageRow {
  /** AAAAMM: in force from this month on. */
  from_month: string;
  centavos: number;
  source: string;
}

export interface ImportedInpcRow {
  /** AAAAMM. */
  month: string;
  /** Hundredths of a per cent. */
  hundredths: number;
  source: string;
}

export type ReferenceTableName =
  | 'occupations'
  | 'synonyms'
  | 'municipalities'
  | 'minimum_wage'
  | 'inpc';

/** When each reference table was last imported. */
export interface ReferenceImportRow {
  name: ReferenceTableName;
  imported_at: string;
  /** Grows with each import, so that other processes notice it. */
  revision: Generated<number>;
}
