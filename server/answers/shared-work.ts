import { LRUCache } from 'lru-cache';
import type { Requester } from '../platform/scheduler/fair-order.ts';
import type { ScheduledJob, Scheduler } from '../platform/scheduler/scheduler.ts';

export interface SharedWorkOptions<Result> extends Pick<ScheduledJob, 'refusal'> {
  /** Of the process. */
  readonly scheduler: Scheduler;
  /** Of all results that are kept together. */
  readonly maxBytes: number;
  readonly bytesOf: (result: Result) => number;
  /** How long a reader waits for the turn of his work before he is told its place, in milliseconds. */
  readonly patienceMs: number;
  /** Of one person, places kept at one time of what he does not wait for any more. */
  readonly placesKeptOfOne: number;
}

/** How long a job stays in the queue after the time to come back, in milliseconds. */
const placeKeptMs = 30_000;
/** Whoever keeps a place asks again after so many seconds at most: a pace of late may be another soon. */
const mostSecondsAway = 3;
/** How often work that is not in the line yet is looked for there, once patience is over. */
const lookAgainMs = 1_000;

/** What is to be computed, and for whom. */
export interface Wanted<Result> {
  readonly key: string;
  readonly requester: Requester;
  /** Of this reader, where it is less than everybody's. */
  readonly patienceMs?: number | undefined;
  /** Where it was computed before, by whomever. */
  readonly known?: () => Promise<Result | undefined>;
  /** In rows to scan; see `Scheduler.laneOf`. */
  readonly cost: () => Promise<number>;
  /** Long work lets all other work go before it. */
  readonly compute: (left: {
    readonly signal: AbortSignal;
    readonly isLong: boolean;
  }) => Promise<Result>;
}

interface UnderWay<Result> {
  /** Who reads it, and has read it: each person with the company. */
  readonly requesters: Map<string, string>;
  readonly result: Promise<Result>;
  readonly leave: AbortController;
  readers: number;
  /** Runs while somebody who was told to come back may do so. */
  keeping?: NodeJS.Timeout | undefined;
}

/**
 * What is computed once for all who ask the same. Results are kept, the longest unread goes first; what is being
 * computed is computed once, however many ask it, and stopped when the last of them has left. Whoever was told to come
 * back keeps his place, and finds the result if its turn came before him; it is stopped if he does not.
 */
export class SharedWork<Result extends object> {
  readonly #kept: LRUCache<string, Result>;
  readonly #underWay = new Map<string, UnderWay<Result>>();
  readonly #scheduler: Scheduler;
  readonly #refusal: ScheduledJob['refusal'];
  readonly #patienceMs: number;
  readonly #placesKeptOfOne: number;
  readonly #answered = { kept: 0, shared: 0, computed: 0 };

  constructor({
    maxBytes,
    bytesOf,
    patienceMs,
    placesKeptOfOne,
    scheduler,
    refusal,
  }: SharedWorkOptions<Result>) {
    this.#kept = new LRUCache<string, Result>({
      maxSize: maxBytes,
      sizeCalculation: (result, key) => bytesOf(result) + key.length,
    });
    this.#scheduler = scheduler;
    this.#refusal = refusal;
    this.#patienceMs = patienceMs;
    this.#placesKeptOfOne = placesKeptOfOne;
  }

  /** Queries of the process that run and wait now, and how the results came about so far. */
  get figures() {
    return { ...this.#scheduler.figures('short', 'long'), ...this.#answered };
  }

  /** Rejects with the signal's reason as soon as it aborts. */
  async ask(wanted: Wanted<Result>, signal: AbortSignal): Promise<Result> {
    const { key, requester } = wanted;
    signal.throwIfAborted();
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#answered.kept += 1;
      return kept;
    }
    const known = this.#underWay.get(key);
    known?.requesters.set(requester.person, requester.company);
    if (known !== undefined) this.#answered.shared += 1;
    const patienceMs = Math.min(wanted.patienceMs ?? Infinity, this.#patienceMs);
    return this.#read(known ?? this.#begin(wanted), {
      person: requester.person,
      signal,
      patienceMs,
    });
  }

  /** Stops what nobody reads at the moment. */
  close(): void {
    const closing = new Error('What computes is closing.');
    for (const underWay of this.#underWay.values()) stopUnread(underWay, closing);
  }

  #begin(wanted: Wanted<Result>): UnderWay<Result> {
    const { key, requester } = wanted;
    const requesters = new Map([[requester.person, requester.company]]);
    const leave = new AbortController();
    const { signal } = leave;
    const end = () => {
      if (this.#underWay.get(key) === underWay) this.#underWay.delete(key);
    };
    const findAndKeep = async () => {
      try {
        const result = await this.#find(wanted, { requesters, signal });
        this.#kept.set(key, result);
        return result;
      } finally {
        end();
      }
    };
    const underWay: UnderWay<Result> = {
      requesters,
      result: findAndKeep(),
      leave,
      readers: 0,
    };
    this.#underWay.set(key, underWay);
    leave.signal.addEventListener('abort', end, { once: true });
    return underWay;
  }

  async #find(
    { known, cost, compute }: Wanted<Result>,
    { requesters, signal }: Pick<ScheduledJob, 'requesters' | 'signal'>,
  ): Promise<Result> {
    const found = await known?.();
    if (found !== undefined) {
      this.#answered.kept += 1;
      return found;
    }
    this.#answered.computed += 1;
    const rows = await cost();
    const lane = this.#scheduler.laneOf(rows);
    return this.#scheduler.run(() => compute({ signal, isLong: lane === 'long' }), {
      lane,
      requesters,
      cost: rows,
      refusal: this.#refusal,
      signal,
    });
  }

  async #read(
    underWay: UnderWay<Result>,
    {
      person,
      signal,
      patienceMs,
    }: {
      readonly person: string;
      readonly signal: AbortSignal;
      readonly patienceMs: number;
    },
  ): Promise<Result> {
    underWay.readers += 1;
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    let keptMs = 0;
    const tellPlace = () => {
      const place = this.#scheduler.positionOf(underWay.requesters);
      if (place === undefined) {
        // What is not in the line yet may come to stand there.
        patience = setTimeout(tellPlace, lookAgainMs);
        return;
      }
      const isWaiting = this.#mayKeepPlaceFor(person);
      const seconds = isWaiting ? Math.min(mostSecondsAway, place.seconds) : place.seconds;
      if (isWaiting) keptMs = seconds * 1000 + placeKeptMs;
      const refusal = this.#refusal;
      left.reject(this.#scheduler.refuse({ refusal }, { ...place, seconds, isWaiting }));
    };
    let patience = setTimeout(tellPlace, patienceMs);
    try {
      return await Promise.race([underWay.result, left.promise]);
    } finally {
      clearTimeout(patience);
      signal.removeEventListener('abort', leave);
      underWay.readers -= 1;
      if (keptMs > 0) keepPlace(underWay, keptMs);
      else if (underWay.keeping === undefined) stopUnread(underWay, signal.reason);
    }
  }

  /** A place needs no connection: without a bound one person would fill the line with what nobody reads. */
  #mayKeepPlaceFor(person: string): boolean {
    let unread = 0;
    for (const { readers, requesters } of this.#underWay.values())
      if (readers === 0 && requesters.has(person)) unread += 1;
    return unread < this.#placesKeptOfOne;
  }
}

function keepPlace<Result>(underWay: UnderWay<Result>, keptMs: number): void {
  clearTimeout(underWay.keeping);
  underWay.keeping = setTimeout(() => {
    underWay.keeping = undefined;
    stopUnread(underWay, new Error('Nobody came back for it.'));
  }, keptMs).unref();
}

function stopUnread<Result>({ readers, leave }: UnderWay<Result>, reason: unknown): void {
  if (readers === 0) leave.abort(reason);
}
