import { LRUCache } from 'lru-cache';
import { FairTurns, type TurnLimits } from '../platform/fair-turns.ts';

export interface SharedWorkOptions<Result> extends TurnLimits {
  /** Of all results that are kept together. */
  readonly maxBytes: number;
  readonly bytesOf: (result: Result) => number;
}

/** What is to be computed, and for whom. */
export interface Wanted<Result> {
  readonly key: string;
  readonly person: string;
  /** Beforehand, of what is not known yet; see `TurnLimits`. */
  readonly cost: () => Promise<number>;
  /** Long work lets all other work go before it. */
  readonly compute: (left: {
    readonly signal: AbortSignal;
    readonly isLong: boolean;
  }) => Promise<Result>;
}

interface UnderWay<Result> {
  /** Who reads it, and has read it. */
  readonly persons: Set<string>;
  readonly result: Promise<Result>;
  readonly leave: AbortController;
  readers: number;
}

/**
 * What is computed once for all who ask the same. Results are kept, the longest unread goes first; what is being
 * computed is computed once, however many ask it, and stopped when the last of them has left.
 */
export class SharedWork<Result extends object> {
  readonly #kept: LRUCache<string, Result>;
  readonly #underWay = new Map<string, UnderWay<Result>>();
  readonly #turns: FairTurns;
  readonly #answered = { kept: 0, shared: 0, computed: 0 };

  constructor({ maxBytes, bytesOf, ...limits }: SharedWorkOptions<Result>) {
    this.#kept = new LRUCache<string, Result>({
      maxSize: maxBytes,
      sizeCalculation: (result, key) => bytesOf(result) + key.length,
    });
    this.#turns = new FairTurns(limits);
  }

  /** What runs and waits now, and how the results came about so far. */
  get figures() {
    return { ...this.#turns.figures, ...this.#answered };
  }

  /** Rejects with the signal's reason as soon as it aborts. */
  async ask(wanted: Wanted<Result>, signal: AbortSignal): Promise<Result> {
    const { key, person } = wanted;
    signal.throwIfAborted();
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#answered.kept += 1;
      return kept;
    }
    const known = this.#underWay.get(key);
    known?.persons.add(person);
    this.#answered[known === undefined ? 'computed' : 'shared'] += 1;
    return this.#read(known ?? this.#begin(wanted), signal);
  }

  #begin({ key, person, cost, compute }: Wanted<Result>): UnderWay<Result> {
    const persons = new Set([person]);
    const leave = new AbortController();
    const { signal } = leave;
    const end = () => {
      if (this.#underWay.get(key) === underWay) this.#underWay.delete(key);
    };
    const computeAndKeep = async () => {
      try {
        const asking = { persons, cost: await cost() };
        const isLong = this.#turns.isLong(asking);
        const computed = await this.#turns.run(() => compute({ signal, isLong }), asking, signal);
        this.#kept.set(key, computed);
        return computed;
      } finally {
        end();
      }
    };
    const underWay: UnderWay<Result> = { persons, result: computeAndKeep(), leave, readers: 0 };
    this.#underWay.set(key, underWay);
    leave.signal.addEventListener('abort', end, { once: true });
    return underWay;
  }

  async #read(underWay: UnderWay<Result>, signal: AbortSignal): Promise<Result> {
    underWay.readers += 1;
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([underWay.result, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      underWay.readers -= 1;
      if (underWay.readers === 0) underWay.leave.abort(signal.reason);
    }
  }
}
