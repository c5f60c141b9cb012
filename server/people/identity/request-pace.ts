import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/errors.ts';
import { CountedKeys, digest, type AttemptStore, type Counted, type Rule } from './counted-keys.ts';
import { networksOf } from './network.ts';

/** The rate limit of an address, in cost units of the caller's choice. */
export interface Pace {
  /** Limits of different purposes are independent. */
  readonly purpose: string;
  readonly atOnce: number;
  readonly perSecond: number;
}

const rememberedAtMost = 10_000;

/**
 * A rate limit for public calls: an address may use `atOnce` units at once, then `perSecond` units a second, across all
 * processes. What this process rejects by its own counts needs no database query: one address can exhaust neither the
 * processor nor the app database.
 */
export class RequestPace {
  readonly #keys: CountedKeys;
  readonly #clock: () => Date;
  readonly #pace: Pace;
  readonly #own = new LRUCache<string, Counted>({ max: rememberedAtMost });

  constructor(store: AttemptStore, clock: () => Date, pace: Pace) {
    this.#keys = new CountedKeys(store, clock);
    this.#clock = clock;
    this.#pace = pace;
  }

  /** Counts a call of this cost, or throws 429 `too_many_requests`. */
  async admit(address: string, cost: number): Promise<void> {
    const ruled = networksOf(address).map(({ name, size }) => {
      const { purpose, atOnce, perSecond } = this.#pace;
      const pace = { atOnce: atOnce * size, perSecond: perSecond * size };
      return { name, key: digest(`request pace ${purpose} ${name}`), rule: evenly(pace, cost) };
    });
    const now = this.#clock().getTime();
    for (const { name, rule } of ruled) {
      const own = rule(this.#own.get(name), now);
      if (typeof own === 'number') throw tooManyRequests();
      this.#own.set(name, own);
    }
    if ((await this.#keys.count(ruled)) > 0) throw tooManyRequests();
  }
}

/** Spreads costs evenly over time; a call may come up to `atOnce` units early. Small clock differences do no harm. */
function evenly({ atOnce, perSecond }: Omit<Pace, 'purpose'>, cost: number): Rule {
  const unitMs = 1000 / perSecond;
  return (counted, now) => {
    const from = Math.max(now, counted?.until ?? now);
    const early = from - now - (atOnce - cost) * unitMs;
    return early > 0 ? early : { count: 0, until: from + cost * unitMs };
  };
}

const tooManyRequests = () =>
  new AppError('too_many_requests', 429, 'Muitos pedidos seguidos. Aguarde 1 segundo.', {
    retryAfterSeconds: 1,
  });
