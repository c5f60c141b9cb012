import { AppError } from '../errors.ts';

export interface AdmissionLimits {
  /** Questions that are computed at one time. */
  readonly atOnce: number;
  /** Questions that may wait for their turn. */
  readonly waiting: number;
  /** How long one waits before it is sent away, in milliseconds. */
  readonly patienceMs: number;
}

interface Waiter {
  readonly admit: () => void;
}

/** Lets so many questions in at a time, the others in the order they came; beyond its limits 503 with Retry-After. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #waiters = new Set<Waiter>();
  #inside = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Runs the work in its turn. Rejects with the signal's reason when it aborts while waiting. */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      this.#admitNext();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#inside < this.#limits.atOnce) {
      this.#inside += 1;
      return;
    }
    if (this.#waiters.size >= this.#limits.waiting) throw tooMany();
    await this.#wait(signal);
  }

  #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { admit: resolve };
    const giveUp = setTimeout(() => reject(tooMany()), this.#limits.patienceMs);
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    this.#waiters.add(waiter);
    return promise.finally(() => {
      clearTimeout(giveUp);
      signal.removeEventListener('abort', leave);
      this.#waiters.delete(waiter);
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

const tooMany = () =>
  new AppError(
    'too_many_searches',
    503,
    'Há muitas pesquisas ao mesmo tempo. Tente de novo em alguns segundos.',
    { retryAfterSeconds: 5 },
  );
