import type { AppError } from './errors.ts';

export interface AdmissionLimits {
  /** Pieces of work that run at one time. */
  readonly atOnce: number;
  /** Pieces of work that may wait for their turn. */
  readonly waiting: number;
  /** How long one waits before it is sent away, in milliseconds; without it, until its turn comes. */
  readonly patienceMs?: number;
  /** What is said to whoever is sent away. */
  readonly refusal: () => AppError;
}

interface Waiter {
  readonly admit: () => void;
}

/**
 * Lets so much heavy work in at a time, the rest in the order it came; beyond the limits it is refused, so that a
 * flood takes neither the memory nor all the threads.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #waiters = new Set<Waiter>();
  #inside = 0;
  #refused = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Runs the work in its turn. Rejects with the signal's reason when it aborts while waiting. */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      this.#admitNext();
    }
  }

  /** How many are inside and wait now, and how many were sent away so far. */
  get figures(): { readonly running: number; readonly waiting: number; readonly refused: number } {
    return { running: this.#inside, waiting: this.#waiters.size, refused: this.#refused };
  }

  /** Throws the refusal when work would be refused now, so that nothing is begun in vain. */
  requireRoom(): void {
    const { atOnce, waiting } = this.#limits;
    if (this.#inside >= atOnce && this.#waiters.size >= waiting) throw this.#refusal();
  }

  #refusal(): AppError {
    this.#refused += 1;
    return this.#limits.refusal();
  }

  async #enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#inside < this.#limits.atOnce) {
      this.#inside += 1;
      return;
    }
    this.requireRoom();
    await this.#wait(signal);
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    const { patienceMs } = this.#limits;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { admit: resolve };
    // Out of the queue at once: a turn given to one that has left would never come back.
    const leaveWith = (reason: unknown) => {
      this.#waiters.delete(waiter);
      reject(reason);
    };
    const giveUp =
      patienceMs === undefined
        ? undefined
        : setTimeout(() => leaveWith(this.#refusal()), patienceMs);
    const leave = () => leaveWith(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiters.add(waiter);
    return promise.finally(() => {
      clearTimeout(giveUp);
      signal?.removeEventListener('abort', leave);
    });
  }

  #admitNext(): void {
    const [next] = this.#waiters;
    if (next === undefined || this.#inside >= this.#limits.atOnce) return;
    this.#waiters.delete(next);
    this.#inside += 1;
    next.admit();
  }
}
