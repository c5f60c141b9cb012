import type { AppError } from './errors.ts';

export interface AdmissionLimits {
  /** Pieces of work that run at one time. */
  readonly atOnce: number;
  /** Pieces of work that may wait. */
  readonly waiting: number;
  /** The error of work that may not wait. */
  readonly refusal: () => AppError;
}

/**
 * A concurrency limit for work below the routes, whose user is not known there: it bounds memory, threads and connections.
 * Waiting work runs in the order of its arrival. What a request costs is the scheduler's.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Runs the work in its turn. Throws the refusal when too much waits. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.requireRoom();
    if (this.#running < this.#limits.atOnce) this.#running += 1;
    // The slot of the work that ends is handed over.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Throws the refusal when work would be refused now, so that nothing is begun in vain. */
  requireRoom(): void {
    const { atOnce, waiting, refusal } = this.#limits;
    if (this.#running >= atOnce && this.#waiting.length >= waiting) throw refusal();
  }
}
