let lastInLine: Promise<unknown> = Promise.resolve();

/**
 * The SHA-256 of a file in hexadecimal, computed in a worker; null if it cannot be computed. Files are hashed one after
 * another, so that a processor stays free for the upload.
 */
export function hashFile(file: Blob, signal: AbortSignal): Promise<string | null> {
  const sum = lastInLine.then(() => (signal.aborted ? null : hashNow(file, signal)));
  lastInLine = sum;
  return sum;
}

function hashNow(file: Blob, signal: AbortSignal): Promise<string | null> {
  const worker = new Worker(new URL('hash-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve } = Promise.withResolvers<string | null>();
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
    resolve(typeof data === 'string' ? data : null),
  );
  worker.addEventListener('error', () => resolve(null));
  signal.addEventListener('abort', () => resolve(null), { once: true });
  worker.postMessage(file, []);
  return promise.finally(() => worker.terminate());
}
