/** A mutex that serves its callers in order of arrival. */
export class Turns {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when the caller has the lock; the caller must release it with `end`. */
  take(): Promise<void> {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return Promise.resolve();
  }

  end(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}
