import type { FileKind } from '../../../shared/contracts/uploads.ts';

/** How a file on its way stands: `waiting` for a lost connection, which is tried again by itself. */
export type FileState = 'sending' | 'waiting' | 'paused' | 'sent' | 'failed';

export interface FileView {
  readonly key: number;
  readonly name: string;
  readonly kind: FileKind;
  readonly bytes: number;
  readonly sentBytes: number;
  readonly state: FileState;
  readonly bytesPerSecond: number | null;
}

/** A month's sending as screens show it; each change makes a new one. */
export interface SendingView {
  /** `checking` holds the files against their SHA-256 and hands them over. */
  readonly phase: 'idle' | 'sending' | 'checking' | 'failed' | 'done';
  readonly competencia: string | null;
  readonly files: readonly FileView[];
  readonly uploadId: string | null;
  /** Why it has failed. */
  readonly message: string | null;
  readonly canSendPlainly: boolean;
  /** How many sendings were done: what was chosen for them is forgotten. */
  readonly round: number;
}

export const emptyView: SendingView = {
  phase: 'idle',
  competencia: null,
  files: [],
  uploadId: null,
  message: null,
  canSendPlainly: false,
  round: 0,
};
