import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Readiness } from '../operations/health.ts';

/** Maximum time for running requests to end after the server stops accepting new ones, in milliseconds. */
const requestsTimeoutMs = 10_000;
/** Maximum time for the whole stop after the delay, in milliseconds. Then the process exits with code 1. */
const stopTimeoutMs = 15_000;

export interface Stopping {
  /** Everything to close, the last opened first. */
  readonly opened: AsyncDisposableStack;
  readonly logger: Logger;
  readonly readiness: Readiness;
  readonly stopDelaySeconds: number;
  /** Resolves when the start has opened everything: nothing can be added to `opened` while it closes. */
  readonly started: Promise<void>;
  /** Returns the jobs that run here to the queue. */
  readonly stopWorking: () => Promise<unknown>;
}

/**
 * Stops gracefully on a signal, once the start is complete. The process reports that it is not ready and returns its
 * jobs to the queue at once. After the delay it accepts no more requests, finishes the running ones and closes everything
 * opened. The exit code is 0.
 */
export function stopOnSignal(stopping: Stopping): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop(stopping, signal));
  }
}

async function stop(
  { opened, logger, readiness, stopDelaySeconds, started, stopWorking }: Stopping,
  signal: NodeJS.Signals,
): Promise<void> {
  logger.info({ signal }, 'stopping');
  readiness.stopping();
  const delayMs = stopDelaySeconds * 1000;
  setTimeout(() => process.exit(1), delayMs + stopTimeoutMs).unref();
  try {
    await Promise.all([started.then(stopWorking), sleep(delayMs)]);
  } catch (error) {
    logger.error({ err: error }, 'jobs could not be handed back');
  }
  await opened.disposeAsync();
  // A connection to another server that does not respond would keep the process until the time limit.
  process.exit();
}

/**
 * Returns a function that stops accepting requests and waits for the running ones up to the limit; then it cuts the
 * remaining connections. Call this before the server listens: browsers and proxies open connections ahead of requests,
 * and Node counts a connection without a first request as active.
 */
export function gracefulClose(app: FastifyInstance): () => Promise<void> {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  return async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), requestsTimeoutMs);
    try {
      const closed = app.close();
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
      await closed;
    } finally {
      clearTimeout(timer);
    }
  };
}
