import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/errors.ts';
import { CountedKeys, digest, type AttemptStore, type Counted, type Rule } from './counted-keys.ts';
import { networkOf } from './network.ts';

export interface Pace {
  readonly atOnce: number;
  readonly perSecond: number;
}

const rememberedAtMost = 10_000;

/**
 * A pace for cheap calls that anyone may make: so many at once from an address, then so many a second, whichever
 * process answers. What this process refuses by what it has counted itself costs nothing: it keeps one address from
 * taking the whole processor, and the app database too.
 */
export class RequestPace {
  readonly #keys: CountedKeys;
  readonly #clock: () => Date;
  readonly #rule: Rule;
  readonly #own = new LRUCache<string, Counted>({ max: rememberedAtMost });

  constructor(store: AttemptStore, clock: () => Date, pace: Pace) {
    this.#keys = new CountedKeys(store, clock);
    this.#clock = clock;
    this.#rule = evenly(pace);
  }

  /** Counts a call, or refuses it. */
  async admit(address: string): Promise<void> {
    const network = networkOf(address);
    const own = this.#rule(this.#own.get(network), this.#clock().getTime());
    if (typeof own === 'number') throw tooManyRequests();
    this.#own.set(network, own);
    const key = digest(`request pace ${network}`);
    if ((await this.#keys.count([{ key, rule: this.#rule }])) > 0) throw tooManyRequests();
  }
}

/** Calls are spread evenly, each until its moment; so many may come before theirs. Clocks may differ a little. */
function evenly({ atOnce, perSecond }: Pace): Rule {
  const eachMs = 1000 / perSecond;
  return (counted, now) => {
    const from = Math.max(now, counted?.until ?? now);
    const early = from - now - (atOnce - 1) * eachMs;
    return early > 0 ? early : { count: 0, until: from + eachMs };
  };
}

const tooManyRequests = () =>
  new AppError('too_many_requests', 429, 'Muitos pedidos seguidos. Aguarde 1 segundo.', {
    retryAfterSeconds: 1,
  });
