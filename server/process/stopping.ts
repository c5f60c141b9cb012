import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Readiness } from './health/readiness.ts';

/** So long requests that run may take to end, once no more are taken. */
const requestsPatienceMs = 10_000;
/** So long everything may take; then the process ends as it is. */
const stopPatienceMs = 15_000;

export interface Stopping {
  /** Everything to close, the last opened first. */
  readonly opened: AsyncDisposableStack;
  readonly logger: Logger;
  readonly readiness: Readiness;
  readonly stopDelaySeconds: number;
  /** Hands the jobs that run here back to the queue. */
  readonly stopWorking: () => Promise<unknown>;
}

/**
 * Ends calmly at a signal: the process says that it is not ready and hands its jobs back at once; after the delay no
 * more requests are taken, the running ones finish, then everything opened is closed and the exit code is 0.
 */
export function stopOnSignal(stopping: Stopping): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop(stopping, signal));
  }
}

async function stop(
  { opened, logger, readiness, stopDelaySeconds, stopWorking }: Stopping,
  signal: NodeJS.Signals,
): Promise<void> {
  logger.info({ signal }, 'stopping');
  readiness.stopping();
  const delayMs = stopDelaySeconds * 1000;
  setTimeout(() => process.exit(1), delayMs + stopPatienceMs).unref();
  try {
    await Promise.all([stopWorking(), sleep(delayMs)]);
  } catch (error) {
    logger.error({ err: error }, 'jobs could not be handed back');
  }
  await opened.disposeAsync();
}

/** Takes no more requests and waits for the running ones, for so long; those that are left are cut. */
export async function closeInTime(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), requestsPatienceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
