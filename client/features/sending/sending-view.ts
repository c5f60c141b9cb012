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

/** A month that the server has, whole and queued. */
export interface SentMonth {
  /** AAAAMM. */
  readonly competencia: string;
  readonly uploadId: string;
  readonly files: readonly File[];
}

/** The months being sent as screens show them; each change makes a new one. */
export interface SendingView {
  /** `checking` holds the files against their SHA-256 and hands them over. */
  readonly phase: 'idle' | 'sending' | 'checking' | 'failed' | 'done';
  /** AAAAMM, of the month on its way. */
  readonly competencia: string | null;
  /** Of the month on its way. */
  readonly files: readonly FileView[];
  /** Handed over since the last start. */
  readonly sent: readonly SentMonth[];
  /** AAAAMM, after the month on its way. */
  readonly coming: readonly string[];
  /** Why it has failed. */
  readonly message: string | null;
  readonly canSendPlainly: boolean;
  /** How many sendings were done: what was typed for them is forgotten. */
  readonly round: number;
}

export const emptyView: SendingView = {
  phase: 'idle',
  competencia: null,
  files: [],
  sent: [],
  coming: [],
  message: null,
  canSendPlainly: false,
  round: 0,
};
