/**
 * Yields to the event loop after every `atOnce` small jobs. Without it, hundreds of simultaneous requests would all run
 * before any other request.
 */
export class Turnstile {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Resolves when the caller may proceed. */
  async pass(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(this.#admit);
    });
  }

  readonly #admit = (): void => {
    for (const resolve of this.#waiting.splice(0, this.#atOnce)) resolve();
    if (this.#waiting.length > 0) setImmediate(this.#admit);
  };
}
