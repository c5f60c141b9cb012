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
const maxRetrySeconds = 3;
/** After `maxWaitMs`, how often the position of a job that is not in the queue yet is checked, in milliseconds. */
const recheckMs = 1_000;

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
  /** The users who requested it, and the company of each. */
  readonly requesters: Map<string, string>;
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  readers: number;
  /** Runs while a client that got a queue position may still retry. */
  positionTimer?: NodeJS.Timeout | undefined;
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
  readonly #flights = new Map<string, Flight<Result>>();
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
    const known = this.#flights.get(key);
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
    const closing = new Error('The query service is closing.');
    for (const flight of this.#flights.values()) stopUnread(flight, closing);
  }

  #begin(wanted: Computation<Result>, requester: Requester, limits: QueryLimits): Flight<Result> {
    const { key } = wanted;
    const requesters = new Map([[requester.person, requester.company]]);
    const controller = new AbortController();
    const { signal } = controller;
    const end = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
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
    const flight: Flight<Result> = {
      requesters,
      result: findAndCache(),
      controller,
      readers: 0,
    };
    this.#flights.set(key, flight);
    signal.addEventListener('abort', end, { once: true });
    return flight;
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

  async #read(flight: Flight<Result>, { person, signal, maxWaitMs }: Reader): Promise<Result> {
    const { scheduler, refusal } = this.#options;
    flight.readers += 1;
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    let holdMs = 0;
    const refuseWithPosition = () => {
      const place = scheduler.positionOf(flight.requesters);
      if (place === undefined) {
        // The job may still enter the queue.
        waitTimer = setTimeout(refuseWithPosition, recheckMs);
        return;
      }
      const isWaiting = this.#mayHoldPositionFor(person);
      const seconds = isWaiting ? Math.min(maxRetrySeconds, place.seconds) : place.seconds;
      if (isWaiting) holdMs = seconds * 1000 + positionHeldMs;
      left.reject(scheduler.refuse({ refusal }, { ...place, seconds, isWaiting }));
    };
    let waitTimer = setTimeout(refuseWithPosition, maxWaitMs);
    try {
      return await Promise.race([flight.result, left.promise]);
    } finally {
      clearTimeout(waitTimer);
      signal.removeEventListener('abort', leave);
      flight.readers -= 1;
      if (holdMs > 0) holdPosition(flight, holdMs);
      else if (flight.positionTimer === undefined) stopUnread(flight, signal.reason);
    }
  }

  /** A queue position needs no connection: without a limit, one user could fill the queue with unread jobs. */
  #mayHoldPositionFor(person: string): boolean {
    let unread = 0;
    for (const { readers, requesters } of this.#flights.values())
      if (readers === 0 && requesters.has(person)) unread += 1;
    return unread < this.#options.heldPositionsPerUser;
  }
}

function holdPosition<Result>(flight: Flight<Result>, holdMs: number): void {
  clearTimeout(flight.positionTimer);
  flight.positionTimer = setTimeout(() => {
    flight.positionTimer = undefined;
    stopUnread(flight, new Error('The client did not retry.'));
  }, holdMs).unref();
}

function stopUnread<Result>({ readers, controller }: Flight<Result>, reason: unknown): void {
  if (readers === 0) controller.abort(reason);
}
