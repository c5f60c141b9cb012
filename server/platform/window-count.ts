import { LRUCache } from 'lru-cache';

/** Maximum number of remembered callers; beyond it, the least recent caller is forgotten and starts again. */
const remembered = 10_000;

interface Window {
  readonly endsAt: number;
  readonly taken: number;
}

/**
 * Counts how much of `most` each caller uses in time windows that start with the caller's first use. Each process
 * counts separately.
 */
export class WindowCount {
  readonly #most: number;
  readonly #milliseconds: number;
  readonly #clock: () => Date;
  readonly #windows = new LRUCache<string, Window>({ max: remembered });

  constructor(most: number, seconds: number, clock: () => Date) {
    this.#most = most;
    this.#milliseconds = seconds * 1000;
    this.#clock = clock;
  }

  /**
   * Uses one unit. Returns how many remain, below 0 if none was left, and the seconds until the full amount is
   * available again.
   */
  take(who: string): { readonly left: number; readonly seconds: number } {
    const now = this.#clock().getTime();
    const open = this.#windows.get(who);
    const { endsAt, taken } =
      open !== undefined && open.endsAt > now
        ? open
        : { endsAt: now + this.#milliseconds, taken: 0 };
    this.#windows.set(who, { endsAt, taken: taken + 1 });
    return { left: this.#most - taken - 1, seconds: Math.ceil((endsAt - now) / 1000) };
  }
}
