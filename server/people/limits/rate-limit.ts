import { LRUCache } from 'lru-cache';
import { maxSkewMs } from '../../platform/clock-skew.ts';
import { sha256 } from '../../platform/digest.ts';
import { AppError } from '../../platform/errors.ts';
import { networksOf } from './network.ts';
import { sharedCounts, type Counted, type CountStore, type Rule } from './shared-counts.ts';

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
export function windowLimit(units: number, seconds: number, clock: () => Date) {
  const windows = new LRUCache<string, Window>({ max: rememberedCallers });
  const windowOf = (caller: string): Window => {
    const now = clock().getTime();
    const newEnd = now + seconds * 1000;
    const open = windows.get(caller);
    // A window that ends later than a new one began while the clock was ahead.
    return open !== undefined && open.endsAt > now && open.endsAt <= newEnd
      ? open
      : { endsAt: newEnd, used: 0 };
  };
  /** What remains, without using any. */
  const remaining = (caller: string): Remaining => {
    const { endsAt, used } = windowOf(caller);
    return { left: units - used, seconds: Math.ceil((endsAt - clock().getTime()) / 1000) };
  };
  /** Uses one unit and returns what remains. */
  const take = (caller: string): Remaining => {
    const { endsAt, used } = windowOf(caller);
    windows.set(caller, { endsAt, used: used + 1 });
    return remaining(caller);
  };
  return { take, remaining };
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
export function networkRateLimit(
  store: CountStore,
  clock: () => Date,
  { purpose, atOnce, perSecond }: Rate,
) {
  const shared = sharedCounts(store, clock);
  const own = new LRUCache<string, Counted>({ max: rememberedCallers });
  /** Counts a call of this cost from an IP address, or throws 429 `too_many_requests`. */
  const admit = async (address: string, cost: number): Promise<void> => {
    const ruled = networksOf(address).map(({ name, size }) => ({
      name,
      // Rows of earlier versions have keys of this form.
      key: sha256(`request pace ${purpose} ${name}`),
      rule: steady(atOnce * size, perSecond * size, cost),
    }));
    const now = clock().getTime();
    for (const { name, rule } of ruled) {
      const counted = rule(own.get(name), now);
      if (typeof counted === 'number') throw tooManyRequests();
      own.set(name, counted);
    }
    if ((await shared.count(ruled)) > 0) throw tooManyRequests();
  };
  return { admit };
}

export type NetworkRateLimit = ReturnType<typeof networkRateLimit>;

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
