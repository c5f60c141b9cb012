import { Upload } from 'tus-js-client';
import { resumablePath } from '../../../shared/contracts/resumable.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { UnreachableError } from '../../lib/call.ts';
import {
  callErrorOf,
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
  /** Called when the connection is lost; the sending retries automatically. */
  readonly onWaiting: () => void;
}

/** A piece whose response is lost is sent again, and intermediaries limit the size of a request. */
const pieceBytes = 16 * 2 ** 20;
const firstDelayMs = 1_000;
const longestDelayMs = 15_000;
/** In milliseconds: if no byte moves for this long, the connection is treated as lost. */
const stalledMs = 60_000;

/** The file was changed or removed on disk during the reading. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/**
 * Sends a file until it is whole on the server, resuming an earlier attempt and surviving lost connections. Returns its
 * id. Throws errors that a retry cannot resolve, and the signal's reason.
 */
export async function sendFile(toSend: FileToSend, events: SendingEvents): Promise<string> {
  let delayMs = firstDelayMs;
  const onSent = (bytes: number) => {
    delayMs = firstDelayMs;
    events.onSent(bytes);
  };
  for (;;) {
    try {
      return await sendOnce(toSend, { ...events, onSent });
    } catch (error) {
      events.signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      await ensureReadable(toSend.file);
      events.onWaiting();
      await connectionMayBeBack(delayMs, events.signal);
      delayMs = Math.min(2 * delayMs, longestDelayMs);
    }
  }
}

async function sendOnce(toSend: FileToSend, { signal, onSent }: SendingEvents): Promise<string> {
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
    throw new UnreadableFileError(
      `O arquivo "${file.name}" mudou ou saiu do lugar. Escolha-o outra vez.`,
      { cause },
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

interface Sample {
  readonly bytes: number;
  readonly atMs: number;
}

const windowMs = 8_000;
/** In milliseconds: a shorter time is too short for an estimate. */
const leastMs = 800;

/** The transfer rate over the last seconds. */
export class Pace {
  #samples: readonly Sample[] = [];

  note(bytes: number, atMs: number): void {
    const recent = this.#samples.filter((sample) => sample.atMs >= atMs - windowMs);
    this.#samples = [...recent, { bytes, atMs }];
  }

  /** Discards the samples, because those before a stop do not count. */
  restart(): void {
    this.#samples = [];
  }

  /** Null while there is too little data. */
  bytesPerSecond(): number | null {
    const first = this.#samples.at(0);
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs - first.atMs < leastMs) return null;
    return ((last.bytes - first.bytes) / (last.atMs - first.atMs)) * 1000;
  }
}
