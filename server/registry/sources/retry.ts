import { setTimeout as wait } from 'node:timers/promises';
import { isTransient } from './failures.ts';
import type { SourceLimits } from './source.ts';

const maxWaitMs = 30_000;
const maxAttempts = 100;

/**
 * Calls `attempt` until it succeeds, waiting longer after each transient failure. `advanced` states whether the work
 * made progress since the previous failure; if it did, the count of failures starts again.
 */
export async function retry<Result>(
  limits: Pick<SourceLimits, 'attempts' | 'backOffMs'>,
  signal: AbortSignal | undefined,
  attempt: () => Promise<Result>,
  advanced: () => Promise<boolean> = async () => false,
): Promise<Result> {
  let failures = 0;
  for (let attempts = 1; ; attempts += 1) {
    try {
      signal?.throwIfAborted();
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isTransient(error)) throw error;
      failures = (await advanced()) ? 1 : failures + 1;
      if (failures >= limits.attempts || attempts >= maxAttempts) throw error;
    }
    const waitMs = Math.min(limits.backOffMs * 2 ** (failures - 1), maxWaitMs);
    await wait(waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}

/** Combines several signals, some of which may be undefined. */
export const anySignal = (...signals: (AbortSignal | undefined)[]) =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined));
