import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasBody, type RefuseBroken } from './broken-requests.ts';

/** The slowest allowed reader of a response, in bytes per second over the window. */
export interface SlowestReader {
  readonly bytesPerSecond: number;
  readonly windowMs: number;
}

/** 64 KiB a second over 30 s, for a file whose reader holds a slot that others wait for. */
export const usualSlowestReader: SlowestReader = { bytesPerSecond: 64 * 1024, windowMs: 30_000 };

const samplesPerWindow = 30;

/** One observation of a response. */
export interface ReaderSample {
  readonly atMs: number;
  /** Bytes sent to the network so far. */
  readonly sentBytes: number;
  /** Whether the server waits for the reader, and not for its own data. */
  readonly isBlocked: boolean;
}

/** Returns, at each look, whether the reader read too little while the server waited for it a whole window long. */
export function readerWatch({ bytesPerSecond, windowMs }: SlowestReader) {
  let window: ReaderSample | undefined;
  return (look: ReaderSample): boolean => {
    if (!look.isBlocked) window = undefined;
    else window ??= look;
    if (window === undefined || look.atMs - window.atMs < windowMs) return false;
    const seconds = (look.atMs - window.atMs) / 1000;
    const isSlow = look.sentBytes - window.sentBytes < bytesPerSecond * seconds;
    window = look;
    return isSlow;
  };
}

/** Closes the connection of a reader that is too slow. Returns a function that stops the watch. */
export function closeSlowReader(raw: ServerResponse, slowest: SlowestReader): () => void {
  const isTooSlow = readerWatch(slowest);
  const look = () => {
    const { socket, writableLength, writableNeedDrain, writableEnded } = raw;
    // A response injected by a test has no socket, and neither has one that waits for an earlier response.
    if (!(socket instanceof Socket)) return;
    const buffered = writableLength + socket.writableLength;
    const sentBytes = socket.bytesWritten - socket.writableLength;
    const isBlocked =
      writableNeedDrain || buffered > (writableEnded ? 0 : socket.writableHighWaterMark);
    if (isTooSlow({ atMs: performance.now(), sentBytes, isBlocked })) raw.destroy();
  };
  const timer = setInterval(look, slowest.windowMs / samplesPerWindow).unref();
  return () => clearInterval(timer);
}

/**
 * Ends every response whose reader takes less than 1 KiB a second over eight times `seconds`: a stopped reader holds a
 * connection, memory and perhaps an open file for as long as it likes. The system buffers up to some megabytes of a
 * response, and takes more only once a third of them is read, so the window is longer than that of a body.
 */
export function endSlowReaders(
  app: FastifyInstance,
  { seconds }: { readonly seconds: number },
): void {
  const slowest = { bytesPerSecond: minBytes, windowMs: seconds * 8_000 };
  app.addHook('onRequest', async (_, { raw }) => {
    raw.once('close', closeSlowReader(raw, slowest));
  });
}

/** Minimum bytes of a body per deadline; below it the connection ends. */
const minBytes = 1024;

interface Coming {
  readonly socket: Socket;
  /** When the body last made progress, and the connection's byte count then. */
  at: number;
  bytes: number;
}

/**
 * Ends requests whose body stalls: the sender has `seconds` for each KiB. A large file may take hours as long as it
 * progresses. Bytes that this process has not read yet do not count against the sender. Headers have the same deadline,
 * by Node itself (`app.ts`).
 */
export function endSlowRequests(
  app: FastifyInstance,
  { seconds, refuse }: { readonly seconds: number; readonly refuse: RefuseBroken },
): void {
  const coming = new Map<FastifyRequest['raw'], Coming>();
  app.addHook('onRequest', async ({ raw }) => {
    const { socket } = raw;
    // A request injected by a test has no socket.
    if (!(socket instanceof Socket) || !hasBody(raw)) return;
    const start = { at: performance.now(), bytes: socket.bytesRead };
    coming.set(raw, { socket, ...start });
  });
  const timer = setInterval(
    () => {
      const now = performance.now();
      for (const [raw, one] of coming) {
        if (raw.complete || one.socket.destroyed) coming.delete(raw);
        else if (one.socket.bytesRead - one.bytes >= minBytes || raw.readableLength > 0) {
          [one.at, one.bytes] = [now, one.socket.bytesRead];
        } else if (now - one.at >= seconds * 1000) {
          coming.delete(raw);
          refuse(stopped(), one.socket);
        }
      }
    },
    (seconds * 1000) / 4,
  ).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

const stopped = () =>
  Object.assign(new Error('The body of a request stopped coming.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });
