import { setTimeout as sleep } from 'node:timers/promises';
import { timeoutCode } from './engine-error.ts';
import { type QueryLimits, WarehouseError } from './warehouse.ts';

const defaultTimeoutMs = 30_000;

/**
 * How long a failed load waits for the engine to stop, so that it does not write rows after the caller has removed
 * them.
 */
export const loadPatienceMs = 5_000;

/** The time at which a caller stops waiting: on its own signal or its timeout, whichever comes first. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
  /** The remaining time for the engine, at least a millisecond. */
  remainingMs(): number;
  readonly abort: (reason: unknown) => void;
}

/** Starts the timeout; time spent waiting for a free connection counts. */
export function startDeadline(limits: QueryLimits | undefined): Deadline {
  const timeoutMs = limits?.timeoutMs ?? defaultTimeoutMs;
  const endsAt = performance.now() + timeoutMs;
  const controller = new AbortController();
  const caller = limits?.signal;
  const onCallerAbort = () => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(timeoutError(timeoutMs)), timeoutMs);
  if (caller?.aborted) onCallerAbort();
  caller?.addEventListener('abort', onCallerAbort, { once: true });
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(1, Math.ceil(endsAt - performance.now())),
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onCallerAbort);
    },
  };
}

/** Waits for `work`, but no longer than the signal allows; the work itself goes on. */
export function waitUnlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Whether something ends within the time given. */
export function endsWithin(ended: Promise<void>, milliseconds: number): Promise<boolean> {
  return Promise.race([ended.then(() => true), sleep(milliseconds, false, { ref: false })]);
}

function timeoutError(timeoutMs: number): WarehouseError {
  return new WarehouseError(`The query took more than ${timeoutMs} ms.`, timeoutCode);
}
