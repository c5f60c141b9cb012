import { Upload } from 'tus-js-client';
import { resumablePath } from '../../../shared/contracts/resumable.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { CallError, UnreachableError } from '../../lib/call.ts';
import {
  callErrorOf,
  finishUploads,
  isPassing,
  isPartOf,
  modifiedAtOf,
  unfinishedUploads,
} from './resumable-calls.ts';

export interface FileToSend {
  readonly file: File;
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly competencia: string;
}

interface SendingEvents {
  readonly signal: AbortSignal;
  /** Called with the number of bytes that the server has. */
  readonly onSent: (bytes: number) => void;
  /** Called when the connection is lost or the server fails; the sending retries automatically. */
  readonly onWaiting: (error: unknown) => void;
}

/** A piece whose response is lost is sent again, and intermediaries limit the size of a request. */
const pieceBytes = 16 * 2 ** 20;
/** In milliseconds: if no byte moves for this long, the connection is treated as lost. */
const stalledMs = 60_000;

/** Why a file cannot be sent as it is, as a sentence for the user. */
export class UnsendableFileError extends Error {
  override readonly name = 'UnsendableFileError';
}

/**
 * Sends a file until it is whole on the server, resuming an earlier attempt and surviving lost connections. Returns its
 * id. Throws errors that a retry cannot resolve, and the signal's reason.
 */
export async function sendFile(toSend: FileToSend, events: SendingEvents): Promise<string> {
  const retries = new Retries();
  for (;;) {
    try {
      return await sendOnce(toSend, events, () => retries.restart());
    } catch (error) {
      events.signal.throwIfAborted();
      const delayMs = retries.delayAfter(error);
      if (delayMs === undefined) throw error;
      await ensureReadable(toSend.file);
      events.onWaiting(error);
      await connectionMayBeBack(delayMs, events.signal);
    }
  }
}

/**
 * Queues whole files for processing, with the retries of `sendFile`. Returns the upload's ID. Throws errors that a retry
 * cannot resolve, and the signal's reason.
 */
export async function finishThroughLosses(
  body: Parameters<typeof finishUploads>[0],
  signal: AbortSignal,
): Promise<string> {
  const retries = new Retries();
  for (;;) {
    try {
      return (await finishUploads(body, signal)).uploadId;
    } catch (error) {
      signal.throwIfAborted();
      // A part that the server no longer has must be sent again.
      const isGone = error instanceof CallError && error.code === 'unknown_upload';
      const delayMs = isGone ? undefined : retries.delayAfter(error);
      if (delayMs === undefined) throw error;
      await connectionMayBeBack(delayMs, signal);
    }
  }
}

const firstDelayMs = 1_000;
const maxDelayMs = 15_000;
/** A crash is retried this often; an absent server, which may be restarting, without limit. */
const maxCrashes = 5;

/** When to send again. The delay doubles with each attempt that sends nothing. */
export class Retries {
  #delayMs = firstDelayMs;
  #crashes = 0;

  /** Call when the server has accepted a piece. */
  restart(): void {
    this.#delayMs = firstDelayMs;
    this.#crashes = 0;
  }

  /** The delay in milliseconds; undefined if another attempt would not help. */
  delayAfter(error: unknown): number | undefined {
    if (error instanceof CallError && error.status === 500) this.#crashes += 1;
    if (!isPassing(error) || this.#crashes >= maxCrashes) return undefined;
    const delayMs = this.#delayMs;
    this.#delayMs = Math.min(2 * delayMs, maxDelayMs);
    return delayMs;
  }
}

async function sendOnce(
  toSend: FileToSend,
  { signal, onSent }: SendingEvents,
  onAccepted: () => void,
): Promise<string> {
  const { file, kind, competencia } = toSend;
  const part = (await unfinishedUploads(signal)).find((upload) => isPartOf(file, upload));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const watch = stallWatch(() => reject(new UnreachableError('stalled')));
  const upload = new Upload(file, {
    ...(part ? { uploadUrl: `${resumablePath}/${part.id}` } : { endpoint: resumablePath }),
    metadata: { filename: file.name, kind, competencia, modifiedAt: modifiedAtOf(file) },
    chunkSize: pieceBytes,
    retryDelays: null,
    storeFingerprintForResuming: false,
    onProgress: (bytes) => {
      watch.moved();
      onSent(bytes);
    },
    onChunkComplete: onAccepted,
    onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    onError: (error) => reject(callErrorOf(error)),
  });
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    upload.start();
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    watch.end();
    await upload.abort();
  }
}

function stallWatch(onStalled: () => void) {
  let timer = setTimeout(onStalled, stalledMs);
  return {
    moved: () => {
      clearTimeout(timer);
      timer = setTimeout(onStalled, stalledMs);
    },
    end: () => clearTimeout(timer),
  };
}

async function ensureReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new UnsendableFileError(
      `O arquivo “${file.name}” mudou ou saiu do lugar. Escolha-o outra vez.`,
      {
        cause,
      },
    );
  }
}

/** Waits for `delayMs`, or until the browser is online again; throws when the signal is aborted. */
async function connectionMayBeBack(delayMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const goOn = () => resolve();
  const timer = setTimeout(goOn, delayMs);
  addEventListener('online', goOn);
  signal.addEventListener('abort', goOn);
  await promise;
  clearTimeout(timer);
  removeEventListener('online', goOn);
  signal.removeEventListener('abort', goOn);
  signal.throwIfAborted();
}

/** In milliseconds: a shorter time is too short for an estimate. */
const minMs = 800;

/** The transfer rate since the file began to move, without what was before a stop. */
export class Pace {
  #first: { readonly bytes: number; readonly atMs: number } | undefined;

  /** Call after a stop. */
  restart(): void {
    this.#first = undefined;
  }

  /** Null while there is too little data. */
  bytesPerSecond(bytes: number, atMs: number): number | null {
    this.#first ??= { bytes, atMs };
    const spentMs = atMs - this.#first.atMs;
    return spentMs < minMs ? null : ((bytes - this.#first.bytes) / spentMs) * 1000;
  }
}
