import type { ServerResponse } from 'node:http';

/** The slowest allowed reader of a streamed file, in bytes per second over the window. */
export interface SlowestReader {
  readonly bytesPerSecond: number;
  readonly windowMs: number;
}

/** 64 KiB a second over 30 s. */
export const usualSlowestReader: SlowestReader = { bytesPerSecond: 64 * 1024, windowMs: 30_000 };

const looksPerWindow = 30;

/** One observation of a response. */
export interface ReaderLook {
  readonly atMs: number;
  /** Bytes sent to the network so far. */
  readonly sentBytes: number;
  /** Whether the server waits for the reader, and not for its own data. */
  readonly isBlocked: boolean;
}

/**
 * Returns, at each look, whether the reader read too little over a whole window in which the server always waited for
 * it.
 */
export function readerWatch({ bytesPerSecond, windowMs }: SlowestReader) {
  let window: ReaderLook | undefined;
  return (look: ReaderLook): boolean => {
    if (!look.isBlocked) window = undefined;
    else window ??= look;
    if (window === undefined || look.atMs - window.atMs < windowMs) return false;
    const seconds = (look.atMs - window.atMs) / 1000;
    const isSlow = look.sentBytes - window.sentBytes < bytesPerSecond * seconds;
    window = look;
    return isSlow;
  };
}

/**
 * Closes the connection of a reader that is too slow, because it holds a slot that others wait for. Returns a function
 * that stops the watch.
 */
export function closeSlowReader(raw: ServerResponse, slowest: SlowestReader): () => void {
  const isTooSlow = readerWatch(slowest);
  const look = () => {
    const { socket, writableLength, writableNeedDrain } = raw;
    if (socket === null) return;
    const buffered = writableLength + socket.writableLength;
    const sentBytes = socket.bytesWritten - socket.writableLength;
    const isBlocked = writableNeedDrain || buffered > socket.writableHighWaterMark;
    if (isTooSlow({ atMs: performance.now(), sentBytes, isBlocked })) raw.destroy();
  };
  const timer = setInterval(look, slowest.windowMs / looksPerWindow).unref();
  return () => clearInterval(timer);
}
