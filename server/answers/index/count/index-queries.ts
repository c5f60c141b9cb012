import { recordsOf } from '../../../../shared/statistics/percentile.ts';
import { setImmediate } from 'node:timers/promises';
import type { CountedPay } from '../../query/engine/counted-pay.ts';
import { indexPlan } from './index-plan.ts';
import { type IndexPlan, UncountableRowsError } from './plan.ts';
import { singleFamily, familyQuery } from '../../query/panel-queries.ts';
import type { PayGroups } from '../../query/engine/pay-group.ts';
import type { PayCell } from '../../query/pay-cells.ts';
import type { QueryCache } from '../../query/query-cache.ts';
import { requestsOccupation, type SalaryQuery } from '../../query/salary-query.ts';
import type { MonthFiles } from '../build/month-files.ts';
import { UnreadableMonthError } from '../format/month-file.ts';
import {
  countInThreads,
  countOccupations,
  runOnOneThread,
  type CountingLimits,
} from './count-query.ts';
import type { RecordPlace } from './find-records.ts';
import { remainingOf } from './funnel-steps.ts';

export type IndexQueries = ReturnType<typeof indexQueries>;

/**
 * The queries over the files of some months. All return null if a month has no readable file, or for salaries beyond the
 * files.
 */
export function indexQueries(months: Pick<MonthFiles, 'pathsOf' | 'forget'>) {
  /** Runs a query on its plan; null if there is none, or if the plan's files cannot answer it. */
  const withPlan = async <Found>(
    query: SalaryQuery,
    { signal }: CountingLimits,
    run: (plan: IndexPlan) => Promise<Found>,
  ): Promise<Found | null> => {
    signal?.throwIfAborted();
    const plan = indexPlan(query, months.pathsOf(query.release));
    if (plan === null) return null;
    try {
      return await run(plan);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof UncountableRowsError) return null;
      if (!(error instanceof UnreadableMonthError)) throw error;
      months.forget(error.path);
      return null;
    }
  };
  return {
    count: (
      query: SalaryQuery,
      limits: CountingLimits,
      families: QueryCache<PayGroups>,
    ): Promise<CountedPay | null> =>
      withPlan(query, limits, (plan) => countedPay(plan, query, limits, families)),

    /** Counts the cells of a query about occupations: by municipality in some states, by state elsewhere. */
    cells: (
      query: SalaryQuery,
      states: readonly number[],
      limits: CountingLimits,
    ): Promise<readonly PayCell[] | null> =>
      withPlan(query, limits, (plan) => runOnOneThread('cells', plan, states, limits)),

    countRecords: (query: SalaryQuery, limits: CountingLimits): Promise<number | null> =>
      withPlan(query, limits, (plan) => runOnOneThread('records', plan, undefined, limits)),

    /**
     * Finds where the first records are, so that the engine need not search for them. If records are rare, waits for the
     * query's counts, which show the months without records.
     */
    firstRecords: (
      query: SalaryQuery,
      records: number,
      limits: CountingLimits,
      counted: () => Promise<CountedPay>,
    ): Promise<readonly RecordPlace[] | null> =>
      withPlan(query, limits, async (plan) => {
        const first = { records, months: null, maxLines: linesAtFirst };
        const places = await runOnOneThread('places', plan, first, limits);
        if (places !== null) return places;
        const { groups } = await counted();
        const rare = { records, months: [...groups('month').keys()], maxLines: Infinity };
        return runOnOneThread('places', plan, rare, limits);
      }),
  };
}

/** Lines to scan before the counts are complete: a millisecond's work, enough for most queries. */
const linesAtFirst = 200_000;

async function countedPay(
  plan: IndexPlan,
  query: SalaryQuery,
  limits: CountingLimits,
  families: QueryCache<PayGroups>,
): Promise<CountedPay> {
  const [{ distribution, groups, tally, fullTime }, occupations] = await Promise.all([
    countInThreads(plan, limits),
    occupationsOf(plan, query, limits, families),
  ]);
  await setImmediate();
  return {
    structure: 'ranked',
    distribution,
    remaining: remainingOf(query, tally, recordsOf(distribution)),
    fullTime: query.rule === 'mte' ? fullTime : null,
    groups: (dimension) =>
      dimension === 'occupation' ? occupations : (groups.get(dimension) ?? new Map()),
    // All occupations of a family are counted, requested or not.
    occupations: new Map(
      [...occupations].flatMap(([cbo, { count }]) =>
        requestsOccupation(query, cbo) ? [[cbo, count]] : [],
      ),
    ),
  };
}

/** The counts by occupation, of a family from the cache; none for a query about all occupations. */
async function occupationsOf(
  plan: IndexPlan,
  query: SalaryQuery,
  limits: CountingLimits,
  families: QueryCache<PayGroups>,
): Promise<PayGroups> {
  if (plan.occupations === null) return new Map();
  const count = () => countOccupations(plan, limits);
  const family = singleFamily(query);
  return family === null ? count() : families.of(familyQuery(query, family), count);
}
