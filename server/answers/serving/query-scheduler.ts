import type { QueryLimits } from '../../platform/warehouse/warehouse.ts';
import type { Requester } from '../../platform/scheduler/fair-order.ts';
import type { ScheduledJob, Scheduler } from '../../platform/scheduler/scheduler.ts';
import { estimatedRows, type OccupationCounts, type SalaryQuery } from '../query/salary-query.ts';
import { tooManySearches } from './too-many-searches.ts';

/** The user that a query is for, and the limits of its wait and of its statements. */
export interface QueryContext extends QueryLimits {
  readonly requester: Requester;
  /** Maximum wait in the queue, in milliseconds, before the response reports the position. */
  readonly maxWaitMs?: number | undefined;
}

/** Longest wait in the queue, in milliseconds. */
const longestWaitMs = 20_000;

/** Schedules queries whose results are neither cached nor shared. The rows that a query scans determine its lane. */
export function queryScheduler(scheduler: Scheduler, countsOf: () => Promise<OccupationCounts>) {
  const schedule = <Result>(
    job: Pick<ScheduledJob, 'lane' | 'cost'>,
    { requester, maxWaitMs = longestWaitMs, signal = new AbortController().signal }: QueryContext,
    work: () => Promise<Result>,
  ) =>
    scheduler.run(work, {
      ...job,
      requesters: new Map([[requester.person, requester.company]]),
      refusal: tooManySearches,
      signal,
      maxWaitMs: Math.min(maxWaitMs, longestWaitMs),
    });
  return {
    /**
     * Runs work that scans the rows of each of these queries once. Throws `AppError` 503 `too_many_searches` when the job
     * is dropped or waits for more than 20 s, and what the work throws.
     */
    run: async <Result>(
      queries: readonly SalaryQuery[],
      context: QueryContext,
      work: (limits: QueryLimits) => Promise<Result>,
    ) => {
      const counts = await countsOf();
      const cost = queries.reduce((sum, query) => sum + estimatedRows(query, counts), 0);
      const lane = scheduler.laneOf(cost, context.lane);
      return schedule({ lane, cost }, context, () => work({ lane, ...context }));
    },

    /** Runs work on a response that takes milliseconds of the event loop. Waits and throws as `run` does. */
    onMainThread: <Result>(context: QueryContext, work: () => Promise<Result>) =>
      schedule({ lane: 'mainThread', cost: 1 }, context, work),
  };
}

export type QueryScheduler = ReturnType<typeof queryScheduler>;
