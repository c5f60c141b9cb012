import type { FileKind } from '../warehouse/layout.ts';

/** What the app database knows of loads and releases; the rows themselves are in the warehouse. */
export interface LoadTables {
  uploads: UploadTable;
  upload_files: UploadFileTable;
  batch_counter: { id: number; last: number };
  releases: ReleaseTable;
  release_files: ReleaseFileTable;
  release_months: ReleaseMonthTable;
  current_release: { id: number; release: number | null };
}

/** Statuses of DECISIONS.md; those of approval and reversal are reached by later screens. */
export type UploadStatus =
  | 'PENDING'
  | 'PROCESSING'
  | 'AWAITING_APPROVAL'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED'
  | 'REVERTED';

/** Who brought the files: the browser, the command, or the product itself at its first start. */
export type UploadOrigin = 'web' | 'command' | 'demonstration';

export interface UploadTable {
  id: string;
  origin: UploadOrigin;
  competencia: string | null;
  status: UploadStatus;
  message: string | null;
  created_by: string | null;
  created_at: string;
  finished_at: string | null;
  /** The runner that works on it, and until when its claim stands without a sign of life. */
  worker: string | null;
  lease_until: string | null;
  release: number | null;
}

export type FileStep = 'esperar' | 'ler' | 'publicar' | 'pronto';
export type FileOutcome = 'PUBLISHED' | 'UNCHANGED' | 'REFUSED';

export interface UploadFileTable {
  /** Also the batch that its rows carry in the warehouse. */
  batch: number;
  upload_id: string;
  name: string;
  path: string;
  /** The kind and month that the sender gave, where he gave them. */
  asked_kind: FileKind | null;
  asked_month: string | null;
  kind: FileKind | null;
  month: string | null;
  received_sha256: string | null;
  sha256: string | null;
  bytes: number;
  text_bytes: number | null;
  lines: number | null;
  accepted: number | null;
  rejected: number | null;
  step: FileStep;
  progress_bytes: number;
  progress_lines: number;
  started_at: string | null;
  finished_at: string | null;
  outcome: FileOutcome | null;
  message: string | null;
}

export interface ReleaseTable {
  number: number;
  published_at: string;
  upload_id: string;
  is_synthetic: number;
  unmatched_exclusions: number;
}

/** The files that a release rests on. */
export interface ReleaseFileTable {
  release: number;
  kind: FileKind;
  month: string;
  batch: number;
}

/** A month of movement in a release: its lines, and the batch of its matched exclusions, if any. */
export interface ReleaseMonthTable {
  release: number;
  month: string;
  mov_lines: number;
  for_lines: number;
  cancelled_lines: number;
  unmatched_exclusions: number;
  cancellation_batch: number | null;
}
