import { randomUUID } from 'node:crypto';
import type { Lease, Pool } from './pool.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { timeoutCode } from './engine-error.ts';
import { type QueryLimits, WarehouseError } from './warehouse.ts';

/** A running query, and its two ends: for its caller and for the engine. */
export interface RunningQuery<Answer> {
  /** Rejects at once when the deadline passes. */
  readonly answer: Promise<Answer>;
  /** Resolves when the engine has actually stopped working on it, later than the rejection of `answer`. */
  readonly ended: Promise<void>;
}

export interface QueryStart<Item, Answer> {
  readonly pool: Pool<Item>;
  readonly deadline: Deadline;
  /** Runs the query on the engine, under a tag by which it can be found while it runs. */
  readonly work: (item: Item, tag: string) => Promise<Answer>;
  /** Requests that the engine stop the query with this tag; called again until it has ended. */
  readonly kill: (tag: string) => Promise<void>;
}

const killAgainMs = 250;

/** Starts a query. If it fails or is aborted, its item is retired. */
export function startQuery<Item, Answer>(start: QueryStart<Item, Answer>): RunningQuery<Answer> {
  const { signal } = start.deadline;
  const tag = randomUUID();
  const acquiring = start.pool.acquire(signal);
  const work = acquiring.then((lease) => start.work(lease.item, tag));
  const ended = acquiring.then(
    (lease) => returnLease(lease, work, signal),
    () => {},
  );
  const killUntilEnded = async () => {
    // Repeats the kill, since it does not find a query that the engine has not started yet.
    for (let waitMs = 0; !(await endsWithin(ended, waitMs)); waitMs = killAgainMs) {
      await start.kill(tag);
    }
  };
  const onAbort = () => void killUntilEnded();
  signal.addEventListener('abort', onAbort, { once: true });
  void ended.then(() => signal.removeEventListener('abort', onAbort));
  return { answer: waitUnlessAborted(work, signal), ended };
}

async function returnLease<Item>(
  lease: Lease<Item>,
  work: Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await work;
  } catch {
    return lease.retire();
  }
  if (signal.aborted) lease.retire();
  else lease.release();
}

const defaultTimeoutMs = 30_000;

const loadStopTimeoutMs = 5_000;

/**
 * Waits for a load, and for the writing of the text that it reads. After a failure it also waits a while for the engine
 * to stop, so that no row is written after the caller has removed them.
 */
export async function loadEnded(
  { answer, ended }: RunningQuery<unknown>,
  writing: Promise<void>,
): Promise<void> {
  writing.catch(() => undefined);
  try {
    // If the engine fails, it closes its side, and the write may fail first.
    await answer;
    await writing;
  } catch (error) {
    await endsWithin(ended, loadStopTimeoutMs);
    throw error;
  }
}

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
  const timer = setTimeout(() => {
    controller.abort(new WarehouseError(`The query took more than ${timeoutMs} ms.`, timeoutCode));
  }, timeoutMs);
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
function endsWithin(ended: Promise<void>, milliseconds: number): Promise<boolean> {
  return Promise.race([ended.then(() => true), sleep(milliseconds, false, { ref: false })]);
}
