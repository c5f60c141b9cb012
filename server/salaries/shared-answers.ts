import { LRUCache } from 'lru-cache';
import { Admission, type AdmissionLimits } from './admission.ts';

export interface SharedAnswersOptions extends AdmissionLimits {
  /** Of all answers that are kept together. */
  readonly maxBytes: number;
}

interface UnderWay {
  readonly answer: Promise<Buffer>;
  readonly leave: AbortController;
  readers: number;
}

/**
 * Answers by their question and data release. What was answered is kept, the longest unread goes first; a question
 * that is being computed is computed once, however many ask it, and stopped when the last of them has left.
 */
export class SharedAnswers {
  readonly #kept: LRUCache<string, Buffer>;
  readonly #underWay = new Map<string, UnderWay>();
  readonly #admission: Admission;

  constructor({ maxBytes, ...limits }: SharedAnswersOptions) {
    this.#kept = new LRUCache<string, Buffer>({
      maxSize: maxBytes,
      sizeCalculation: (answer, key) => answer.length + key.length,
    });
    this.#admission = new Admission(limits);
  }

  /** Rejects with the signal's reason as soon as it aborts. */
  async ask(
    key: string,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<Buffer>,
  ): Promise<Buffer> {
    signal.throwIfAborted();
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const underWay = this.#underWay.get(key) ?? this.#begin(key, compute);
    return this.#read(underWay, signal);
  }

  #begin(key: string, compute: (signal: AbortSignal) => Promise<Buffer>): UnderWay {
    const leave = new AbortController();
    const end = () => {
      if (this.#underWay.get(key) === underWay) this.#underWay.delete(key);
    };
    const computeAndKeep = async () => {
      try {
        const computed = await this.#admission.run(leave.signal, () => compute(leave.signal));
        this.#kept.set(key, computed);
        return computed;
      } finally {
        end();
      }
    };
    const underWay: UnderWay = { answer: computeAndKeep(), leave, readers: 0 };
    this.#underWay.set(key, underWay);
    leave.signal.addEventListener('abort', end, { once: true });
    return underWay;
  }

  async #read(underWay: UnderWay, signal: AbortSignal): Promise<Buffer> {
    underWay.readers += 1;
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([underWay.answer, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      underWay.readers -= 1;
      if (underWay.readers === 0) underWay.leave.abort(signal.reason);
    }
  }
}
