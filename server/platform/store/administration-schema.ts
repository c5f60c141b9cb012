import type { AuditAction, AuditEntry } from '../../../shared/contracts/audit.ts';
import { bigint, integer, table, text, type Flag } from './columns.ts';

export type ReferenceTableName =
  | 'occupations'
  | 'synonyms'
  | 'municipalities'
  | 'minimum_wage'
  | 'inpc';

/** The audit, the imported reference tables, the state that concurrent processes share, and backups. */
export const administrationTables = {
  /**
   * Triggers reject every update except adding a missing number, which only versions before 1.0.0 did, every delete of
   * an entry younger than six months (by the database's own clock) or outside the chain's removed beginning, and every
   * insert that is not the next entry. The daily retention task removes entries older than its period. Contains IDs
   * only, no names and no e-mail addresses.
   */
  audit_log: table(
    {
      id: text().key(),
      at: text(),
      action: text<AuditAction>(),
      outcome: text<AuditEntry['outcome']>(),
      actor_id: text().nullable(),
      subject_type: text<NonNullable<AuditEntry['subjectType']>>().nullable(),
      subject_id: text().nullable(),
      /** `sha256:` and the salted hash of the IP address (`audit_addresses`); in old entries the address itself. */
      address: text().nullable(),
      /** JSON. */
      details: text(),
      /** From 1 on without gaps. */
      number: bigint().nullable(),
      /** The database's time of writing; null if a version before 1.0.0 wrote the entry. */
      recorded_at: text().nullable(),
      /** SHA-256 over this entry and the previous hash, in hexadecimal. */
      hash: text().nullable(),
    },
    {
      indexes: {
        audit_log_action: ['action', 'at'],
        audit_log_actor_id: ['actor_id', 'at'],
        audit_log_at: ['at', 'id'],
        audit_log_outcome: ['outcome', 'at'],
        audit_log_subject_id: ['subject_id', 'at'],
      },
    },
  ),
  /** The IP address of an entry. The row is deleted with the user. */
  audit_addresses: table({
    entry_id: text().key().references('audit_log.id', 'cascade'),
    address: text(),
    /** 128 random bits. Without them, the hash in the entry does not reveal the address. */
    salt: text(),
  }),
  /** The end of the audit's chain, in one row, and the end of its removed beginning. */
  audit_head: table({
    id: integer().key(),
    number: bigint(),
    hash: text(),
    removed_number: bigint(),
    removed_hash: text(),
    /** The foreign key makes a copy of the tables write this row after its entry. */
    last_id: text().nullable().references('audit_log.id', 'set null'),
  }),
  /** The number of the last entry sent to each receiver. */
  audit_shipments: table({
    destination: text().key(),
    number: bigint(),
  }),
  imported_occupations: table(
    {
      code: text(),
      title: text(),
      is_synonym: integer<Flag>(),
    },
    { key: ['is_synonym', 'code', 'title'] },
  ),
  imported_minimum_wages: table({
    /** AAAAMM: in force from this month on. */
    from_month: text().key(),
    centavos: integer(),
    source: text(),
  }),
  imported_inpc: table({
    /** AAAAMM. */
    month: text().key(),
    /** Hundredths of a per cent. */
    hundredths: integer(),
    source: text(),
  }),
  /** When each reference table was last imported. */
  reference_imports: table({
    name: text<ReferenceTableName>().key(),
    imported_at: text(),
    /** Grows with each import, so that other processes detect it. */
    revision: integer().default(1),
  }),
  /** Counts of attempts and calls, for limits that apply across all processes. */
  attempts: table(
    {
      /** SHA-256 of what is attempted and by whom, so that it contains neither e-mail addresses nor IP addresses. */
      key: text().key(),
      count: integer(),
      last_at: text(),
      blocked_until: text(),
    },
    { indexes: { attempts_oldest: ['last_at'] } },
  ),
  /** A file of which a process is receiving a chunk. */
  held_uploads: table({
    id: text().key(),
    holder: text(),
    /** When the claim expires without a renewal. */
    held_until: text(),
    /** 1 once another call waits for it. */
    is_wanted: integer().default(0),
  }),
  backups: table({
    id: text().key(),
    /** The destination folder, on the machine of the process that makes the backup. */
    folder: text(),
    status: text<'PENDING' | 'RUNNING' | 'DONE' | 'FAILED'>(),
    /** The current step, for the user who waits. */
    progress: text().nullable(),
    message: text().nullable(),
    created_at: text(),
    finished_at: text().nullable(),
    /** The runner that works on it, and when its claim expires without a renewal. */
    worker: text().nullable(),
    lease_until: text().nullable(),
  }),
};
