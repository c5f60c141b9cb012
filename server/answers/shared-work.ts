import { LRUCache } from 'lru-cache';
import { Admission, type AdmissionLimits } from '../platform/admission.ts';

export interface SharedWorkOptions<Result> extends AdmissionLimits {
  /** Of all results that are kept together. */
  readonly maxBytes: number;
  readonly bytesOf: (result: Result) => number;
}

interface UnderWay<Result> {
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
  readonly #admission: Admission;
  readonly #answered = { kept: 0, shared: 0, computed: 0 };

  constructor({ maxBytes, bytesOf, ...limits }: SharedWorkOptions<Result>) {
    this.#kept = new LRUCache<string, Result>({
      maxSize: maxBytes,
      sizeCalculation: (result, key) => bytesOf(result) + key.length,
    });
    this.#admission = new Admission(limits);
  }

  /** What runs and waits now, and how the results came about so far. */
  get figures() {
    return { ...this.#admission.figures, ...this.#answered };
  }

  /** Rejects with the signal's reason as soon as it aborts. */
  async ask(
    key: string,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#answered.kept += 1;
      return kept;
    }
    const known = this.#underWay.get(key);
    this.#answered[known === undefined ? 'computed' : 'shared'] += 1;
    return this.#read(known ?? this.#begin(key, compute), signal);
  }

  #begin(key: string, compute: (signal: AbortSignal) => Promise<Result>): UnderWay<Result> {
    const leave = new AbortController();
    const end = () => {
      if (this.#underWay.get(key) === underWay) this.#underWay.delete(key);
    };
    const computeAndKeep = async () => {
      try {
        const computed = await this.#admission.run(() => compute(leave.signal), leave.signal);
        this.#kept.set(key, computed);
        return computed;
      } finally {
        end();
      }
    };
    const underWay: UnderWay<Result> = { result: computeAndKeep(), leave, readers: 0 };
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
