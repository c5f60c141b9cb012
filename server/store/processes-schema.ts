/** What processes of one installation have to agree on while they work beside each other. */
export interface ProcessTables {
  attempts: AttemptRow;
  request_paces: RequestPaceRow;
  held_uploads: HeldUploadRow;
}

/** Attempts at an account or from an address, counted so that guessing is slowed down whichever process is asked. */
export interface AttemptRow {
  /** SHA-256 of what is attempted and by whom: neither e-mails nor addresses are kept here. */
  key: string;
  count: number;
  last_at: string;
  blocked_until: string;
}

/** Calls that an address has left, as of a moment. */
export interface RequestPaceRow {
  /** SHA-256 of the address's network. */
  key: string;
  left_over: number;
  counted_at: string;
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
