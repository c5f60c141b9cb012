/** Limits the time of each step of an exchange. A late step aborts the signal of the exchange. */
export class StallTimeout {
  readonly #late = new AbortController();
  readonly #stepMs: number;

  constructor(stepMs: number) {
    this.#stepMs = stepMs;
  }

  get signal(): AbortSignal {
    return this.#late.signal;
  }

  async for<Result>(step: Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => this.#late.abort(), this.#stepMs);
    try {
      return await step;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Yields the source's chunks, with a timeout for each; a slow reader may take any time. */
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
