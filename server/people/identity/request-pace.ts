import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/errors.ts';
import { CountedKeys, digest, type AttemptStore, type Counted, type Rule } from './counted-keys.ts';
import { networksOf } from './network.ts';

/** How much an address may cost, in units of the caller's choice. */
export interface Pace {
  /** What is paced: calls of one purpose do not slow those of another. */
  readonly purpose: string;
  readonly atOnce: number;
  readonly perSecond: number;
}

const rememberedAtMost = 10_000;

/**
 * A pace for calls that anyone may make: so much at once from an address, then so much a second, whichever
 * process answers. What this process refuses by what it has counted itself costs nothing: it keeps one address from
 * taking the whole processor, and the app database too.
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

  /** Counts a call that costs so much, or refuses it. */
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

/** Costs are spread evenly, each until its moment; so much may come before its own. Clocks may differ a little. */
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
