import { Upload } from 'tus-js-client';
import { resumablePath } from '../../../shared/contracts/resumable.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { UnreachableError } from '../../lib/call.ts';
import { callErrorOf, isPassing } from './failures.ts';
import { isPartOf, modifiedAtOf, unfinishedUploads } from './resumable-calls.ts';

export interface FileToSend {
  readonly file: File;
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly competencia: string;
}

export interface SendingEvents {
  readonly signal: AbortSignal;
  /** So many bytes are there. */
  readonly onSent: (bytes: number) => void;
  /** The connection is lost; it is tried again by itself. */
  readonly onWaiting: () => void;
}

/** A piece whose answer is lost is sent again, and servers between limit how large a request may be. */
const pieceBytes = 16 * 2 ** 20;
const firstDelayMs = 1_000;
const longestDelayMs = 15_000;
/** No byte has moved for so long: the connection is gone and nobody has said so. */
const stalledMs = 60_000;

/** The file changed or went away on the disk while it was read. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/**
 * Sends a file until it is whole on the server, going on from what an earlier try has left there, through lost
 * connections; answers its id. It throws what trying again cannot mend, and the signal's reason.
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

/** Waits a while, or until the browser says that there is a network again; throws when the signal is aborted. */
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
