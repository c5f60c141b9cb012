import { LRUCache } from 'lru-cache';
import type { Requester } from '../../platform/scheduler/fair-order.ts';
import type { QueryLane, ScheduledJob, Scheduler } from '../../platform/scheduler/scheduler.ts';
import type { QueryLimits } from '../../platform/warehouse/warehouse.ts';
import type { QueryContext } from './query-scheduler.ts';

export interface SingleFlightOptions<Result> extends Pick<ScheduledJob, 'refusal'> {
  readonly scheduler: Scheduler;
  /** Maximum size of all cached results together. */
  readonly maxBytes: number;
  readonly bytesOf: (result: Result) => number;
  /** Maximum wait of a request in the queue, in milliseconds, before the response reports the position. */
  readonly maxWaitMs: number;
  /** Maximum number of queue positions held for one user without an open request. */
  readonly heldPositionsPerUser: number;
}

/** How long a job stays in the queue after its retry is due, in milliseconds. */
const positionHeldMs = 30_000;
/** Longest retry delay of a client with a queue position, in seconds: the pace of the queue may change soon. */
const mostSecondsAway = 3;
/** After `maxWaitMs`, how often the position of a job that is not in the queue yet is checked, in milliseconds. */
const lookAgainMs = 1_000;

export interface Computation<Result> {
  readonly key: string;
  /** Looks up a stored result, which another process may have computed. */
  readonly known?: () => Promise<Result | undefined>;
  /** In rows to scan; see `Scheduler.laneOf`. */
  readonly cost: () => Promise<number>;
  /** Computes it in the lane of its cost, within the limits of the first request. */
  readonly compute: (limits: QueryLimits, lane: QueryLane) => Promise<Result>;
}

interface Flight<Result> {
  /** Everyone who requested it: each user with the company. */
  readonly requesters: Map<string, string>;
  readonly result: Promise<Result>;
  readonly leave: AbortController;
  readers: number;
  /** Runs while a client that got a queue position may still retry. */
  keeping?: NodeJS.Timeout | undefined;
}

interface Reader {
  readonly person: string;
  readonly signal: AbortSignal;
  readonly maxWaitMs: number;
}

/**
 * Single flight: computes identical requests once and caches the results (LRU). A computation is aborted when its last
 * request leaves. A client that got a queue position keeps it until its retry, and gets the cached result if the job
 * ran meanwhile. Without a retry, the computation is aborted.
 */
export class SingleFlight<Result extends object> {
  readonly #options: SingleFlightOptions<Result>;
  readonly #stored: LRUCache<string, Result>;
  readonly #underWay = new Map<string, Flight<Result>>();
  readonly #answered = { cached: 0, shared: 0, computed: 0 };

  constructor(options: SingleFlightOptions<Result>) {
    this.#options = options;
    this.#stored = new LRUCache<string, Result>({
      maxSize: options.maxBytes,
      sizeCalculation: (result, key) => options.bytesOf(result) + key.length,
    });
  }

  /** Queries of the process that run and wait now, and how many results were cached, shared and computed so far. */
  get figures() {
    const { scheduler } = this.#options;
    return { ...scheduler.figures('short', 'medium', 'long'), ...this.#answered };
  }

  /** Rejects with the signal's reason as soon as it aborts. */
  async run(
    wanted: Computation<Result>,
    {
      requester,
      maxWaitMs = Infinity,
      signal = new AbortController().signal,
      ...limits
    }: QueryContext,
  ): Promise<Result> {
    const { key } = wanted;
    signal.throwIfAborted();
    const stored = this.#stored.get(key);
    if (stored !== undefined) {
      this.#answered.cached += 1;
      return stored;
    }
    const known = this.#underWay.get(key);
    known?.requesters.set(requester.person, requester.company);
    if (known !== undefined) this.#answered.shared += 1;
    return this.#read(known ?? this.#begin(wanted, requester, limits), {
      person: requester.person,
      signal,
      maxWaitMs: Math.min(maxWaitMs, this.#options.maxWaitMs),
    });
  }

  /** Aborts computations that no open request waits for. */
  close(): void {
    const closing = new Error('What computes is closing.');
    for (const underWay of this.#underWay.values()) stopUnread(underWay, closing);
  }

  #begin(wanted: Computation<Result>, requester: Requester, limits: QueryLimits): Flight<Result> {
    const { key } = wanted;
    const requesters = new Map([[requester.person, requester.company]]);
    const leave = new AbortController();
    const { signal } = leave;
    const end = () => {
      if (this.#underWay.get(key) === underWay) this.#underWay.delete(key);
    };
    const findAndCache = async () => {
      try {
        const result = await this.#find(wanted, { ...limits, signal }, requesters);
        this.#stored.set(key, result);
        return result;
      } finally {
        end();
      }
    };
    const underWay: Flight<Result> = {
      requesters,
      result: findAndCache(),
      leave,
      readers: 0,
    };
    this.#underWay.set(key, underWay);
    leave.signal.addEventListener('abort', end, { once: true });
    return underWay;
  }

  async #find(
    { known, cost, compute }: Computation<Result>,
    limits: QueryLimits & Pick<ScheduledJob, 'signal'>,
    requesters: ScheduledJob['requesters'],
  ): Promise<Result> {
    const found = await known?.();
    if (found !== undefined) {
      this.#answered.cached += 1;
      return found;
    }
    this.#answered.computed += 1;
    const { scheduler, refusal } = this.#options;
    const rows = await cost();
    const lane = scheduler.laneOf(rows, limits.lane);
    return scheduler.run(() => compute({ lane, ...limits }, lane), {
      lane,
      requesters,
      cost: rows,
      refusal,
      signal: limits.signal,
    });
  }

  async #read(underWay: Flight<Result>, { person, signal, maxWaitMs }: Reader): Promise<Result> {
    const { scheduler, refusal } = this.#options;
    underWay.readers += 1;
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    let holdMs = 0;
    const refuseWithPosition = () => {
      const place = scheduler.positionOf(underWay.requesters);
      if (place === undefined) {
        // The job may still enter the queue.
        waitTimer = setTimeout(refuseWithPosition, lookAgainMs);
        return;
      }
      const isWaiting = this.#mayHoldPositionFor(person);
      const seconds = isWaiting ? Math.min(mostSecondsAway, place.seconds) : place.seconds;
      if (isWaiting) holdMs = seconds * 1000 + positionHeldMs;
      left.reject(scheduler.refuse({ refusal }, { ...place, seconds, isWaiting }));
    };
    let waitTimer = setTimeout(refuseWithPosition, maxWaitMs);
    try {
      return await Promise.race([underWay.result, left.promise]);
    } finally {
      clearTimeout(waitTimer);
      signal.removeEventListener('abort', leave);
      underWay.readers -= 1;
      if (holdMs > 0) holdPosition(underWay, holdMs);
      else if (underWay.keeping === undefined) stopUnread(underWay, signal.reason);
    }
  }

  /** A queue position needs no connection: without a limit, one user could fill the queue with unread jobs. */
  #mayHoldPositionFor(person: string): boolean {
    let unread = 0;
    for (const { readers, requesters } of this.#underWay.values())
      if (readers === 0 && requesters.has(person)) unread += 1;
    return unread < this.#options.heldPositionsPerUser;
  }
}

function holdPosition<Result>(underWay: Flight<Result>, holdMs: number): void {
  clearTimeout(underWay.keeping);
  underWay.keeping = setTimeout(() => {
    underWay.keeping = undefined;
    stopUnread(underWay, new Error('No one came back for it.'));
  }, holdMs).unref();
}

function stopUnread<Result>({ readers, leave }: Flight<Result>, reason: unknown): void {
  if (readers === 0) leave.abort(reason);
}
