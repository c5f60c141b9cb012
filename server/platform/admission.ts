import type { AppError } from './errors.ts';

export interface AdmissionLimits {
  /** Maximum number of jobs that run at once. */
  readonly atOnce: number;
  /** Maximum number of jobs that wait. */
  readonly waiting: number;
  /** The error for a job that finds the queue full. */
  readonly refusal: () => AppError;
}

/**
 * A concurrency limit for work below the routes, where the user is unknown: it bounds memory, threads and connections.
 * Waiting jobs run in order of arrival. The scheduler limits the cost of requests.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Runs the job once a slot is free. Throws the refusal if the queue is full. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.requireRoom();
    if (this.#running < this.#limits.atOnce) this.#running += 1;
    // A job that ends hands over its slot.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Throws the refusal if a job would be refused now, so that the caller starts nothing in vain. */
  requireRoom(): void {
    const { atOnce, waiting, refusal } = this.#limits;
    if (this.#running >= atOnce && this.#waiting.length >= waiting) throw refusal();
  }
}
