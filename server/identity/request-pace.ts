import { AppError } from '../errors.ts';
import { networkOf } from './network.ts';

interface Bucket {
  left: number;
  at: number;
}

const rememberedAtMost = 10_000;

/**
 * A pace for cheap calls that anyone may make: so many at once from an address, then so many a second. It keeps
 * one address from taking the whole processor.
 */
export class RequestPace {
  readonly #clock: () => Date;
  readonly #atOnce: number;
  readonly #perSecond: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: () => Date, pace: { readonly atOnce: number; readonly perSecond: number }) {
    this.#clock = clock;
    this.#atOnce = pace.atOnce;
    this.#perSecond = pace.perSecond;
  }

  /** Counts a call, or refuses it. */
  admit(address: string): void {
    const key = networkOf(address);
    const now = this.#clock().getTime();
    const bucket = this.#buckets.get(key) ?? { left: this.#atOnce, at: now };
    const refilled = bucket.left + ((now - bucket.at) / 1000) * this.#perSecond;
    const left = Math.min(this.#atOnce, refilled);
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: Math.max(0, left - 1), at: now });
    for (const [oldest] of this.#buckets) {
      if (this.#buckets.size <= rememberedAtMost) break;
      this.#buckets.delete(oldest);
    }
    if (left < 1) {
      throw new AppError('too_many_requests', 429, 'Muitos pedidos seguidos. Aguarde 1 segundo.', {
        retryAfterSeconds: 1,
      });
    }
  }
}
