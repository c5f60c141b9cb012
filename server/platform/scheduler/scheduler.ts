import { performance as loop, type EventLoopUtilization } from 'node:perf_hooks';
import { sum } from 'd3-array';
import { keysOf, tableOf } from '../../../shared/codes/keys.ts';
import type { AppError } from '../errors.ts';
import type { Job, Requester } from './fair-order.ts';
import { Lane, type Activity, type JobsBefore, type LaneLimits, type LaneWaiting } from './lane.ts';

/**
 * The lane of a query, by the rows that it scans. A process counts each lane's queries on separate threads. Those of
 * larger queries have a lower priority, so that smaller queries go first.
 */
export type QueryLane = 'short' | 'medium' | 'long';

/** Added to the niceness of the process for the threads of each lane. */
export const nicenessOf: Readonly<Record<QueryLane, number>> = { short: 0, medium: 5, long: 10 };

/**
 * The lanes of queries, and:
 * - `mainThread`: work on the event loop.
 * - `lists`: work on many rows of the app database, which may be on another machine.
 * - `document`: documents that take a separate process.
 * - `export`: files that stream for as long as their reader takes.
 * - `password`: the check of a password, which takes a tenth of a second of a processor.
 * - `arrival`: the start of every request, for a turn of the event loop or some milliseconds.
 */
export const laneNames = [
  'short',
  'medium',
  'long',
  'mainThread',
  'lists',
  'document',
  'export',
  'password',
  'arrival',
] as const;
export type LaneName = (typeof laneNames)[number];

export interface SchedulerLimits {
  readonly lanes: Readonly<Record<LaneName, LaneLimits>>;
  /** From these costs in rows, a query is medium, and long. */
  readonly mediumFrom: number;
  readonly longFrom: number;
}

export interface QueuePosition {
  /** Jobs that run or start before it. */
  readonly ahead: number;
  /** All jobs that run or wait in the lane. */
  readonly total: number;
  /** How long the jobs before it take at the current pace, in seconds; at most 30, since the pace changes. */
  readonly seconds: number;
  readonly isLong: boolean;
  /** Whether the job stays in the queue; false if it was dropped or refused. */
  readonly isWaiting: boolean;
}

/** A job, its lane, and how long it may wait. */
export interface ScheduledJob extends Job {
  readonly lane: LaneName;
  /** The error of a job that is dropped, or that waits too long. */
  readonly refusal: (position: QueuePosition) => AppError;
  readonly signal: AbortSignal;
  /** Maximum wait in the queue, in milliseconds. Without it, the job waits until it starts or is dropped. */
  readonly maxWaitMs?: number | undefined;
}

type Refused = Pick<ScheduledJob, 'refusal'> & Partial<Pick<ScheduledJob, 'lane'>>;

/** The requester of jobs that serve no user yet, such as precomputed responses. */
export const background: Requester = { person: '', company: '' };

/** A person who had a job this recently is active: a share of each lane stays free for them. */
const activeForMs = 10_000;
const maxSeconds = 30;
/** The estimate while no job has ended yet. */
const usualSeconds = 5;

/**
 * The limits on two cores. A count of fewer rows than `mediumFrom` takes some 10 ms of two threads, less than the fixed
 * part of a small query. A larger one would delay other users' small queries on the same threads. Most occupations and families have fewer rows
 * than `longFrom` in a year of the whole country; all occupations together have more.
 */
export const usualLimits: SchedulerLimits = {
  lanes: {
    // Six queries keep two cores busy while some of them wait for the engine or the event loop.
    short: { slots: 6, share: 2, waiting: 400 },
    medium: { slots: 6, share: 1, waiting: 400 },
    long: { slots: 2, share: 1, waiting: 400 },
    mainThread: { slots: 1, share: 1, waiting: 200, rests: true },
    // While some wait for PostgreSQL, others go on. A list takes up to two of the ten connections to it.
    lists: { slots: 3, share: 1, alone: 1, waiting: 200, rests: true },
    document: { slots: 1, share: 1, waiting: 40 },
    // Each export holds a connection of the engine.
    export: { slots: 2, share: 1, alone: 1, waiting: 40 },
    // Twice what two cores hash at once. A network of many users may have all slots while no other one waits.
    password: { slots: 4, share: 4, waiting: 200 },
    // One per person at a time: a flood neither fills a turn of the event loop nor delays colleagues. The starts of 32
    // sign-ins in one turn took 60 to 90 ms; those of 16, 35 to 40.
    arrival: { slots: 16, share: 4, alone: 1, waiting: 1_000 },
  },
  mediumFrom: 500_000,
  longFrom: 8_000_000,
};

/**
 * Decides which work of this process runs next. Every lane has its own slots, so that short work never waits for long
 * work. A slot goes to the company with the fewest running jobs, then to the person with the fewest; see `fairOrder`.
 * While others are active, one company and one person may hold only a share of a lane. If a queue is full, the newest
 * job of the heaviest user is dropped.
 */
export class Scheduler {
  readonly #limits: SchedulerLimits;
  readonly #lanes: Readonly<Record<LaneName, Lane>>;
  /** When each active person last had a job; `jobs` counts those that wait or run. */
  readonly #active = new Map<string, { company: string; jobs: number; endedAt: number }>();
  #refused = 0;

  constructor(limits: SchedulerLimits = usualLimits) {
    const lane = (name: LaneName) => new Lane(limits.lanes[name], () => this.#activity());
    this.#limits = limits;
    this.#lanes = tableOf(keysOf(limits.lanes), lane);
  }

  /**
   * The lane of a query that scans `rows` rows. A query that runs on the threads of another lane takes that lane's slot,
   * unless it is short: it would otherwise hold a slot for as long as it waits for those threads.
   */
  laneOf(rows: number, threads?: QueryLane): QueryLane {
    const { mediumFrom, longFrom } = this.#limits;
    if (rows < mediumFrom) return 'short';
    return threads ?? (rows < longFrom ? 'medium' : 'long');
  }

  /** Numbers of running and waiting jobs in these lanes, and of all jobs refused so far, except starts of requests. */
  figures(...names: readonly LaneName[]) {
    const lanes = names.map((name) => this.#lanes[name]);
    return {
      running: sum(lanes, ({ running }) => running),
      waiting: sum(lanes, ({ waiting }) => waiting),
      refused: this.#refused,
    };
  }

  /**
   * Runs the work once the job gets a slot. Throws the job's refusal if it is dropped or waits too long, and the
   * signal's reason if it aborts while the job waits.
   */
  async run<Result>(work: () => Promise<Result>, job: ScheduledJob): Promise<Result> {
    const slot = this.#enter(job);
    if (!slot.hasStarted()) await slot.started;
    const begunAt = performance.now();
    try {
      const result = await work();
      this.#lanes[job.lane].recordDuration(job, performance.now() - begunAt);
      return result;
    } finally {
      slot.free();
    }
  }

  /** Resolves when the job gets a slot, with a function that frees the slot. Throws as `run` does. */
  async acquire(job: ScheduledJob): Promise<() => void> {
    const slot = this.#enter(job);
    if (!slot.hasStarted()) await slot.started;
    return slot.free;
  }

  /** The queue position of the job with this same `requesters` map; undefined if it is not waiting. */
  positionOf(requesters: Job['requesters']): QueuePosition | undefined {
    for (const name of laneNames) {
      const before = this.#lanes[name].before(requesters);
      if (before !== undefined) return this.#position(name, before);
    }
    return undefined;
  }

  /** Counts a refusal, except of the start of a request, and returns its error. */
  refuse(job: Refused, position: QueuePosition): AppError {
    if (job.lane !== 'arrival') this.#refused += 1;
    return job.refusal(position);
  }

  #enter(job: ScheduledJob) {
    const { signal, maxWaitMs } = job;
    signal.throwIfAborted();
    // The persons who are active while the job waits or runs: not one who joins it later. Neither an open screen's
    // requests nor a visitor's sign-in make someone active, for whom shares of other lanes stay free.
    const requesters = ['arrival', 'password'].includes(job.lane) ? [] : [...job.requesters];
    const lane = this.#lanes[job.lane];
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let startedAt: EventLoopUtilization | undefined;
    let timer: NodeJS.Timeout | undefined;
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    };
    const refuse = () => {
      settle();
      this.#ended(requesters);
      const last = this.#position(job.lane, lane.beforeLast());
      reject(this.refuse(job, { ...last, isWaiting: false }));
    };
    const entry: LaneWaiting = {
      job,
      start: () => {
        settle();
        startedAt = loop.eventLoopUtilization();
        resolve();
      },
      drop: refuse,
    };
    // Leaves the queue at once: a slot given to an aborted job would never be freed.
    const leave = () => {
      settle();
      lane.leave(entry);
      this.#ended(requesters);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    if (maxWaitMs !== undefined) {
      const stopWaiting = () => {
        lane.leave(entry);
        refuse();
      };
      timer = setTimeout(stopWaiting, maxWaitMs);
    }
    this.#arrived(requesters);
    lane.join(entry);
    let isFree = false;
    const free = () => {
      if (isFree || startedAt === undefined) return;
      isFree = true;
      this.#ended(requesters);
      lane.end(job, loop.eventLoopUtilization(startedAt).active);
    };
    return { started: promise, hasStarted: () => startedAt !== undefined, free };
  }

  #arrived(requesters: readonly (readonly [string, string])[]): void {
    for (const [person, company] of requesters) {
      const known = this.#active.get(person);
      this.#active.set(person, { company, jobs: (known?.jobs ?? 0) + 1, endedAt: 0 });
    }
  }

  #ended(requesters: readonly (readonly [string, string])[]): void {
    const endedAt = performance.now();
    for (const [person, company] of requesters) {
      const jobs = Math.max(0, (this.#active.get(person)?.jobs ?? 0) - 1);
      this.#active.set(person, { company, jobs, endedAt });
    }
  }

  #activity(): Activity {
    const since = performance.now() - activeForMs;
    const companies = new Set<string>();
    for (const [person, { company, jobs, endedAt }] of this.#active) {
      if (jobs === 0 && endedAt < since) this.#active.delete(person);
      else if (person !== background.person) companies.add(company);
    }
    const persons = this.#active.size - (this.#active.has(background.person) ? 1 : 0);
    return { persons, companies: companies.size };
  }

  #position(name: LaneName, { jobs, cost }: JobsBefore): QueuePosition {
    const lane = this.#lanes[name];
    const ms = lane.msFor(cost) ?? usualSeconds * 1000;
    return {
      ahead: jobs,
      total: Math.max(lane.running + lane.waiting, jobs + 1),
      seconds: Math.min(maxSeconds, Math.max(1, Math.ceil(ms / 1000))),
      isLong: name === 'long',
      isWaiting: true,
    };
  }
}
