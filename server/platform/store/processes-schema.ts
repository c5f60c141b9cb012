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
