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
  /** Where it was computed before, by whomever. */
  readonly known?: () => Promise<Result | undefined>;
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
    if (known !== undefined) this.#answered.shared += 1;
    return this.#read(known ?? this.#begin(wanted), signal);
  }

  #begin(wanted: Wanted<Result>): UnderWay<Result> {
    const { key, person } = wanted;
    const persons = new Set([person]);
    const leave = new AbortController();
    const { signal } = leave;
    const end = () => {
      if (this.#underWay.get(key) === underWay) this.#underWay.delete(key);
    };
    const findAndKeep = async () => {
      try {
        const result = await this.#find(wanted, { persons, signal });
        this.#kept.set(key, result);
        return result;
      } finally {
        end();
      }
    };
    const underWay: UnderWay<Result> = { persons, result: findAndKeep(), leave, readers: 0 };
    this.#underWay.set(key, underWay);
    leave.signal.addEventListener('abort', end, { once: true });
    return underWay;
  }

  async #find(
    { known, cost, compute }: Wanted<Result>,
    { persons, signal }: { readonly persons: ReadonlySet<string>; readonly signal: AbortSignal },
  ): Promise<Result> {
    const found = await known?.();
    if (found !== undefined) {
      this.#answered.kept += 1;
      return found;
    }
    this.#answered.computed += 1;
    const asking = { persons, cost: await cost() };
    const isLong = this.#turns.isLong(asking);
    return this.#turns.run(() => compute({ signal, isLong }), asking, signal);
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
