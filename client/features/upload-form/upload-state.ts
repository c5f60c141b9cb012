import type { FileKind } from '../../../shared/contracts/uploads.ts';

/** The state of a file in transfer: `waiting` after a lost connection, `retrying` after a failure of the server. */
export type FileState = 'sending' | 'waiting' | 'retrying' | 'paused' | 'sent' | 'failed';

export interface FileView {
  readonly key: number;
  readonly name: string;
  readonly kind: FileKind;
  readonly bytes: number;
  readonly sentBytes: number;
  readonly state: FileState;
  readonly bytesPerSecond: number | null;
}

/** A month that the server has received completely and queued. */
export interface SentMonth {
  /** AAAAMM. */
  readonly competencia: string;
  readonly uploadId: string;
  readonly files: readonly File[];
}

/** The months in transfer, as screens show them; each change creates a new object. */
export interface UploadQueueState {
  /** `checking` compares the files with their SHA-256 and submits them. */
  readonly phase: 'idle' | 'sending' | 'checking' | 'failed' | 'done';
  /** The month in transfer, AAAAMM. */
  readonly competencia: string | null;
  readonly files: readonly FileView[];
  /** The months submitted since the last start. */
  readonly sent: readonly SentMonth[];
  /** The months that follow the one in transfer, AAAAMM. */
  readonly coming: readonly string[];
  /** Why the transfer failed. */
  readonly message: string | null;
}

export const emptyView: UploadQueueState = {
  phase: 'idle',
  competencia: null,
  files: [],
  sent: [],
  coming: [],
  message: null,
};
