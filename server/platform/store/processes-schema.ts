/** What processes of one installation have to agree on while they work beside each other. */
export interface ProcessTables {
  attempts: AttemptRow;
  held_uploads: HeldUploadRow;
}

/** Attempts and calls, counted so that they are slowed down whichever process is asked. */
export interface AttemptRow {
  /** SHA-256 of what is attempted and by whom: neither e-mails nor addresses are kept here. */
  key: string;
  count: number;
  last_at: string;
  blocked_until: string;
}

/** A file that a process is receiving a piece of. */
export interface HeldUploadRow {
  id: string;
  holder: string;
  /** Until then without a sign of life. */
  held_until: string;
  /** 1 once another call waits for it. */
  is_wanted: number;
}
