import { LRUCache } from 'lru-cache';

/** Whoever comes after so many others begins anew, and the one who came the longest ago is forgotten. */
const remembered = 10_000;

interface Window {
  readonly endsAt: number;
  readonly taken: number;
}

/** Counts what each takes of `most` in windows of time that begin with his first. Each process counts by itself. */
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

  /** Takes one: what is left after it, below 0 where there was none, and in how many seconds there is all again. */
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
