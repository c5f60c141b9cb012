import type { Generated } from 'kysely';
import type { AuditAction, AuditEntry } from '../../../shared/contracts/audit.ts';
import type { Flag } from './loads-schema.ts';

/** The tables of the administration: the audit, and the reference tables that an administrator imported. */
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

/** The IP address of an entry. The row is deleted with the user. */
export interface AuditAddressTable {
  entry_id: string;
  address: string;
  /** 128 random bits. Without them, the hash in the entry does not reveal the address. */
  salt: string;
}

/**
 * Triggers reject every update except adding a missing number, every delete of an entry younger than six months (by the
 * database's own clock) or outside the chain's removed beginning, and every insert that is not the next entry. The
 * daily retention task removes entries older than its period. Contains IDs only, no names and no e-mail addresses.
 */
export interface AuditRow {
  id: string;
  at: string;
  action: AuditAction;
  outcome: AuditEntry['outcome'];
  actor_id: string | null;
  subject_type: AuditEntry['subjectType'];
  subject_id: string | null;
  /**
   * `sha256:` and the salted hash of the IP address (`audit_addresses`). Entries of earlier versions contain the
   * address itself.
   */
  address: string | null;
  /** JSON. */
  details: string;
  /** From 1 on without gaps; null in an entry of an older version until it is numbered. */
  number: Generated<number | null>;
  /** The database's time of writing; null if the entry was numbered later. */
  recorded_at: Generated<string | null>;
  /** SHA-256 over this entry and the previous hash, in hexadecimal. */
  hash: Generated<string | null>;
}

/** The end of the audit's chain, in one row, and the end of its removed beginning. */
export interface AuditHeadRow {
  id: number;
  number: number;
  hash: string;
  removed_number: number;
  removed_hash: string;
  /** The foreign key makes a copy of the tables write this row after its entry. */
  last_id: string | null;
}

/** The number of the last entry sent to each receiver. */
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
  /** Grows with each import, so that other processes detect it. */
  revision: Generated<number>;
}

/** State that the concurrent processes of an installation share. */
export interface ProcessTables {
  attempts: AttemptRow;
  held_uploads: HeldUploadRow;
}

/** Counts of attempts and calls, for limits that apply across all processes. */
export interface AttemptRow {
  /** SHA-256 of what is attempted and by whom, so that it contains neither e-mail addresses nor IP addresses. */
  key: string;
  count: number;
  last_at: string;
  blocked_until: string;
}

/** A file of which a process is receiving a chunk. */
export interface HeldUploadRow {
  id: string;
  holder: string;
  /** When the claim expires without a renewal. */
  held_until: string;
  /** 1 once another call waits for it. */
  is_wanted: number;
}

export interface BackupTables {
  backups: BackupTable;
}

export type BackupStatus = 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED';

export interface BackupTable {
  id: string;
  /** The destination folder, on the machine of the process that makes the backup. */
  folder: string;
  status: BackupStatus;
  /** The current step, for the user who waits. */
  progress: string | null;
  message: string | null;
  created_at: string;
  finished_at: string | null;
  /** The runner that works on it, and when its claim expires without a renewal. */
  worker: string | null;
  lease_until: string | null;
}
