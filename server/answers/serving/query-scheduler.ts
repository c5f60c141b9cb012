import type { QueryLimits } from '../../platform/warehouse/warehouse.ts';
import type { Requester } from '../../platform/scheduler/fair-order.ts';
import type { Scheduler } from '../../platform/scheduler/scheduler.ts';
import { estimatedRows, type OccupationCounts, type SalaryQuery } from '../query/salary-query.ts';
import { tooManySearches } from './too-many-searches.ts';

/** The user that a query is for, and the limits of its wait and of its statements. */
export interface QueryContext extends QueryLimits {
  readonly requester: Requester;
  /** Maximum wait in the queue, in milliseconds, before the response reports the position. */
  readonly maxWaitMs?: number | undefined;
}

/** Longest wait in the queue, in milliseconds. */
const defaultMaxWaitMs = 20_000;

/** Schedules queries whose results are neither cached nor shared. The rows that a query scans determine its lane. */
export class QueryScheduler {
  readonly #scheduler: Scheduler;
  readonly #countsOf: () => Promise<OccupationCounts>;

  constructor(scheduler: Scheduler, countsOf: () => Promise<OccupationCounts>) {
    this.#scheduler = scheduler;
    this.#countsOf = countsOf;
  }

  /**
   * Runs work that scans the rows of each of these queries once. Throws `AppError` 503 `too_many_searches` when the job
   * is dropped or waits for more than 20 s, and what the work throws.
   */
  async run<Result>(
    queries: readonly SalaryQuery[],
    { requester, maxWaitMs = defaultMaxWaitMs, ...limits }: QueryContext,
    work: (limits: QueryLimits) => Promise<Result>,
  ): Promise<Result> {
    const counts = await this.#countsOf();
    const cost = queries.reduce((sum, query) => sum + estimatedRows(query, counts), 0);
    const lane = this.#scheduler.laneOf(cost, limits.lane);
    return this.#scheduler.run(() => work({ lane, ...limits }), {
      lane,
      requesters: new Map([[requester.person, requester.company]]),
      cost,
      refusal: tooManySearches,
      signal: limits.signal ?? new AbortController().signal,
      maxWaitMs: Math.min(maxWaitMs, defaultMaxWaitMs),
    });
  }
}
