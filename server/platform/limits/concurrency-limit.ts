import PQueue from 'p-queue';
import type { AppError } from '../errors.ts';

export interface ConcurrencyLimitOptions {
  readonly slots: number;
  /** Limits the queue; unless given, any number of jobs wait. */
  readonly queue?: {
    readonly size: number;
    /** The error for a job that finds the queue full. */
    readonly refusal: () => AppError;
  };
}

/**
 * A concurrency limit for work below the routes, where the user is unknown: it bounds memory, threads and connections.
 * Waiting jobs run in order of arrival. The scheduler limits the cost of requests.
 */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyLimitOptions;
  readonly #queue: PQueue;

  constructor(options: ConcurrencyLimitOptions) {
    this.#options = options;
    this.#queue = new PQueue({ concurrency: options.slots });
  }

  /** Runs the job once a slot is free. Throws the refusal if the queue is full. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { slots, queue } = this.#options;
    if (queue !== undefined && this.#queue.pending + this.#queue.size >= slots + queue.size) {
      throw queue.refusal();
    }
    return this.#queue.add(work);
  }

  /**
   * Resolves to the function that frees the slot. Rejects with the signal's reason if it aborts before a slot is free,
   * and with an `AbortError` after `clear`.
   */
  acquire(signal?: AbortSignal): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    // A signal of the queue would free the slot of a running job.
    const waiting = new AbortController();
    const leave = () => waiting.abort(signal?.reason);
    const hold = () => {
      signal?.removeEventListener('abort', leave);
      return new Promise<void>((free) => {
        resolve(free);
      });
    };
    if (signal?.aborted === true) leave();
    signal?.addEventListener('abort', leave, { once: true });
    this.#queue.add(hold, { signal: waiting.signal }).catch((error: unknown) => {
      signal?.removeEventListener('abort', leave);
      reject(error);
    });
    return promise;
  }

  /** Rejects all waiting jobs. */
  clear(): void {
    this.#queue.clear();
  }

  /** Resolves when no job runs or waits. */
  whenIdle(): Promise<void> {
    return this.#queue.onIdle();
  }
}
