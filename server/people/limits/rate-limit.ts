import { LRUCache } from 'lru-cache';
import { maxSkewMs } from '../../platform/clock-skew.ts';
import { sha256 } from '../../platform/digest.ts';
import { AppError } from '../../platform/errors.ts';
import { networksOf } from './network.ts';
import { SharedCounts, type Counted, type CountStore, type Rule } from './shared-counts.ts';

/** Maximum number of remembered callers; beyond it, the least recent caller is forgotten and starts again. */
const rememberedCallers = 10_000;

interface Window {
  readonly endsAt: number;
  readonly used: number;
}

/** What a caller may still use. */
export interface Remaining {
  /** Units; below 0 if none was left. */
  readonly left: number;
  /** Seconds until the full amount is available again. */
  readonly seconds: number;
}

/** Allows each caller `units` in windows that start with the first use. Each process counts separately. */
export class WindowLimit {
  readonly #units: number;
  readonly #milliseconds: number;
  readonly #clock: () => Date;
  readonly #windows = new LRUCache<string, Window>({ max: rememberedCallers });

  constructor(units: number, seconds: number, clock: () => Date) {
    this.#units = units;
    this.#milliseconds = seconds * 1000;
    this.#clock = clock;
  }

  /** Uses one unit and returns what remains. */
  take(caller: string): Remaining {
    const { endsAt, used } = this.#window(caller);
    this.#windows.set(caller, { endsAt, used: used + 1 });
    return this.remaining(caller);
  }

  /** What remains, without using any. */
  remaining(caller: string): Remaining {
    const { endsAt, used } = this.#window(caller);
    const seconds = Math.ceil((endsAt - this.#clock().getTime()) / 1000);
    return { left: this.#units - used, seconds };
  }

  #window(caller: string): Window {
    const now = this.#clock().getTime();
    const open = this.#windows.get(caller);
    // A window that ends later than a new one began while the clock was ahead.
    return open !== undefined && open.endsAt > now && open.endsAt <= now + this.#milliseconds
      ? open
      : { endsAt: now + this.#milliseconds, used: 0 };
  }
}

/** The rate of a network, in cost units of the caller's choice. */
export interface Rate {
  /** Limits of different purposes are independent. */
  readonly purpose: string;
  readonly atOnce: number;
  readonly perSecond: number;
}

/**
 * Allows each network `atOnce` units at once, then `perSecond` units a second, across all processes. What this process
 * rejects by its own counts needs no database query: one network can exhaust neither the processor nor the app
 * database.
 */
export class NetworkRateLimit {
  readonly #counts: SharedCounts;
  readonly #clock: () => Date;
  readonly #rate: Rate;
  readonly #own = new LRUCache<string, Counted>({ max: rememberedCallers });

  constructor(store: CountStore, clock: () => Date, rate: Rate) {
    this.#counts = new SharedCounts(store, clock);
    this.#clock = clock;
    this.#rate = rate;
  }

  /** Counts a call of this cost from an IP address, or throws 429 `too_many_requests`. */
  async admit(address: string, cost: number): Promise<void> {
    const { purpose, atOnce, perSecond } = this.#rate;
    const ruled = networksOf(address).map(({ name, size }) => ({
      name,
      // Rows of earlier versions have keys of this form.
      key: sha256(`request pace ${purpose} ${name}`),
      rule: steady(atOnce * size, perSecond * size, cost),
    }));
    const now = this.#clock().getTime();
    for (const { name, rule } of ruled) {
      const counted = rule(this.#own.get(name), now);
      if (typeof counted === 'number') throw tooManyRequests();
      this.#own.set(name, counted);
    }
    if ((await this.#counts.count(ruled)) > 0) throw tooManyRequests();
  }
}

/**
 * Spreads costs evenly over time; a call may come up to `atOnce` units early. Small clock differences do no harm, and
 * what only a clock that was ahead can have written is ignored.
 */
function steady(atOnce: number, perSecond: number, cost: number): Rule {
  const unitMs = 1000 / perSecond;
  return (counted, now) => {
    const until = counted?.until ?? now;
    const from = until - now > atOnce * unitMs + maxSkewMs ? now : Math.max(now, until);
    const early = from - now - (atOnce - cost) * unitMs;
    return early > 0 ? early : { count: 0, until: from + cost * unitMs };
  };
}

const tooManyRequests = () =>
  new AppError('too_many_requests', 429, 'Muitos pedidos seguidos. Aguarde 1 segundo.', {
    retryAfterSeconds: 1,
  });
