/** Backups that were asked for. */
export interface BackupTables {
  backups: BackupTable;
}

export type BackupStatus = 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED';

export interface BackupTable {
  id: string;
  /** Where it is to lie, on the machine of whoever makes it. */
  folder: string;
  status: BackupStatus;
  /** What is being done, for whoever waits. */
  progress: string | null;
  /** How it ended. */
  message: string | null;
  created_at: string;
  finished_at: string | null;
  /** The runner that works on it, and until when its claim stands without a sign of life. */
  worker: string | null;
  lease_until: string | null;
}
