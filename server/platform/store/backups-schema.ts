/** Requested backups. */
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
  /** The outcome. */
  message: string | null;
  created_at: string;
  finished_at: string | null;
  /** The runner that works on it, and when its claim expires without a renewal. */
  worker: string | null;
  lease_until: string | null;
}
