/** Bounds how long each step of an exchange may take; what is late aborts the signal that the exchange has. */
export class Patience {
  readonly #late = new AbortController();
  readonly #stepMs: number;

  constructor(stepMs: number) {
    this.#stepMs = stepMs;
  }

  get signal(): AbortSignal {
    return this.#late.signal;
  }

  /** Waits for one step. */
  async for<Result>(step: Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => this.#late.abort(), this.#stepMs);
    try {
      return await step;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same pieces, each waited for; a slow reader takes as long as it likes. */
  async *pieces<Piece>(source: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    const pieces = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.for(pieces.next());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await pieces.return?.();
    }
  }
}
