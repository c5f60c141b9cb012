import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';
import type { AttemptStore } from './attempt-throttle.ts';
import { networkOf } from './network.ts';

export interface Pace {
  readonly atOnce: number;
  readonly perSecond: number;
}

interface Bucket {
  readonly left: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const rememberedAtMost = 10_000;

/**
 * A pace for cheap calls that anyone may make: so many at once from an address, then so many a second, whichever
 * process answers. What this process refuses by what it has counted itself costs nothing: it keeps one address from
 * taking the whole processor, and the app database too.
 */
export class RequestPace {
  readonly #store: AttemptStore;
  readonly #clock: () => Date;
  readonly #pace: Pace;
  readonly #own = new Map<string, Bucket>();

  constructor(store: AttemptStore, clock: () => Date, pace: Pace) {
    this.#store = store;
    this.#clock = clock;
    this.#pace = pace;
  }

  /** Counts a call, or refuses it. */
  async admit(address: string): Promise<void> {
    const network = networkOf(address);
    if (!this.#countHere(network) || !(await this.#countForAll(network))) throw tooManyRequests();
  }

  #countHere(network: string): boolean {
    const counted = counting(this.#own.get(network), this.#pace, this.#clock().getTime());
    this.#own.delete(network);
    this.#own.set(network, counted.bucket);
    for (const [oldest] of this.#own) {
      if (this.#own.size <= rememberedAtMost) break;
      this.#own.delete(oldest);
    }
    return counted.isAdmitted;
  }

  async #countForAll(network: string): Promise<boolean> {
    const { db, dialect } = this.#store;
    const key = createHash('sha256').update(network).digest('hex');
    return db.transaction().execute(async (transaction) => {
      const now = this.#clock();
      const fresh = { key, left_over: this.#pace.atOnce, counted_at: now.toISOString() };
      await transaction
        .insertInto('request_paces')
        .values(fresh)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
      const row = await transaction
        .selectFrom('request_paces')
        .selectAll()
        .where('key', '=', key)
        .$if(dialect === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
      const known = row && { left: row.left_over, at: Date.parse(row.counted_at) };
      const { isAdmitted, bucket } = counting(known, this.#pace, now.getTime());
      await transaction
        .updateTable('request_paces')
        .set({ left_over: bucket.left, counted_at: new Date(bucket.at).toISOString() })
        .where('key', '=', key)
        .execute();
      return isAdmitted;
    });
  }
}

/** Takes a call from a bucket that has filled up since it was looked at; clocks may differ a little. */
function counting(known: Bucket | undefined, { atOnce, perSecond }: Pace, now: number) {
  const { left: before, at } = known ?? { left: atOnce, at: now };
  const left = Math.min(atOnce, before + (Math.max(0, now - at) / 1000) * perSecond);
  const bucket: Bucket = { left: Math.max(0, left - 1), at: Math.max(now, at) };
  return { isAdmitted: left >= 1, bucket };
}

const tooManyRequests = () =>
  new AppError('too_many_requests', 429, 'Muitos pedidos seguidos. Aguarde 1 segundo.', {
    retryAfterSeconds: 1,
  });
