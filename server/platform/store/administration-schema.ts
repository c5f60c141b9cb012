import type { Generated } from 'kysely';
import type { AuditAction, AuditEntry } from '../../../shared/contracts/audit.ts';
import type { Flag } from './flag.ts';

/** What administration keeps: the audit, and the reference tables that an administrator imported. */
export interface AdministrationTables {
  audit_log: AuditRow;
  audit_addresses: AuditAddressTable;
  audit_head: AuditHeadRow;
  audit_shipments: AuditShipmentRow;
  imported_occupations: ImportedOccupationRow;
  imported_minimum_wages: ImportedMinimumWageRow;
  imported_inpc: ImportedInpcRow;
  reference_imports: ReferenceImportRow;
}

/** The IP address of an entry; the row goes when the person is erased. */
export interface AuditAddressTable {
  entry_id: string;
  address: string;
  /** 128 random bits, without which the hash in the entry leads to no address. */
  salt: string;
}

/**
 * Triggers refuse every change but a missing number's, every delete of an entry younger than six months (by the
 * database's own clock) or not at the chain's removed beginning, and every entry that is not the next; the daily
 * retention task removes what is older than its period. Ids only, no names and no e-mails.
 */
export interface AuditRow {
  id: string;
  at: string;
  action: AuditAction;
  outcome: AuditEntry['outcome'];
  actor_id: string | null;
  subject_type: AuditEntry['subjectType'];
  subject_id: string | null;
  /** `sha256:` and the salted hash of the IP address (`audit_addresses`); the address itself in entries of earlier versions. */
  address: string | null;
  /** JSON. */
  details: string;
  /** From 1 on without gaps; null in what an older version wrote, until it is given one. */
  number: Generated<number | null>;
  /** When the database says that it was written; null where it was numbered later. */
  recorded_at: Generated<string | null>;
  /** Over this entry and the hash before it, in hexadecimal. */
  hash: Generated<string | null>;
}

/** The end of the audit's chain, in one row, and the end of what was removed of its beginning. */
export interface AuditHeadRow {
  id: number;
  number: number;
  hash: string;
  removed_number: number;
  removed_hash: string;
  /** Keeps the row behind its entry when tables are copied. */
  last_id: string | null;
}

/** How far the audit was sent to each receiver. */
export interface AuditShipmentRow {
  destination: string;
  number: number;
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
