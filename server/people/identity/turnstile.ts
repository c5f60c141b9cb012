/**
 * Lets a flood of small work in a little at a time: others get the event loop in between. Without it hundreds of
 * requests that come together are all worked through before anyone else is heard.
 */
export class Turnstile {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Resolves when it is this one's turn. */
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
