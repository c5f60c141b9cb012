import { recordsOf } from '../../../../shared/statistics/percentile.ts';
import { setImmediate } from 'node:timers/promises';
import type { CountedPay } from '../../query/engine/counted-pay.ts';
import { indexPlan } from './index-plan.ts';
import { type IndexPlan, UncountableRowsError, withoutGroups } from './plan.ts';
import type { DimensionName } from '../../query/dimensions.ts';
import { singleFamily, familyQuery } from '../../query/panel-queries.ts';
import { pickedPayGroup, type FamilyGroups, type PayGroup } from '../../query/engine/pay-group.ts';
import type { PayCell } from '../../query/pay-cells.ts';
import type { QueryCache } from '../../query/query-cache.ts';
import { requestsOccupation, type SalaryQuery } from '../../query/salary-query.ts';
import type { Release } from '../../query/release.ts';
import { largestPay } from '../format/layout.ts';
import { UnreadableMonthError } from '../format/month-file.ts';
import { cellsOf } from './counted-cells.ts';
import { countInThreads, runOnOneThread, type CountingLimits } from './count-query.ts';
import type { RecordPlace } from './find-records.ts';
import { remainingOf } from './funnel-steps.ts';

/** The month files of a release that exist so far. */
export interface MonthLookup {
  /** Undefined if the release has no file of the month. */
  pathOf(release: Release, month: string): string | undefined;
  /** Marks a file as unreadable. */
  forget(path: string): void;
}

/** The queries of the index. All return null if a month has no readable file, or for salaries beyond the files. */
export interface IndexQueries {
  /** Counts a query's records and all its groupings. */
  count(
    question: SalaryQuery,
    limits: CountingLimits,
    families: QueryCache<FamilyGroups>,
  ): Promise<CountedPay | null>;
  /** Counts the cells of a query about occupations: by municipality in some states, by state elsewhere. */
  cells(
    question: SalaryQuery,
    states: readonly number[],
    limits: CountingLimits,
  ): Promise<readonly PayCell[] | null>;
  /** The records of a query: how many there are, and where the first ones are. */
  records(question: SalaryQuery, limits: CountingLimits): IndexedRecords;
}

export interface IndexedRecords {
  count(): Promise<number | null>;
  /**
   * Finds where the first records are, so that the engine need not search for them. If records are rare, waits for the
   * query's counts, which show the months without records.
   */
  first(
    records: number,
    counted: () => Promise<CountedPay>,
  ): Promise<readonly RecordPlace[] | null>;
}

export const noIndexQueries: IndexQueries = {
  count: () => Promise.resolve(null),
  cells: () => Promise.resolve(null),
  records: () => ({ count: () => Promise.resolve(null), first: () => Promise.resolve(null) }),
};

/** The queries over the files of some months. */
export function indexQueries(months: MonthLookup): IndexQueries {
  return {
    count: (question, limits, families) =>
      withPlan(months, question, limits, (plan) => countedPay(plan, question, limits, families)),
    cells: (question, states, limits) =>
      withPlan(months, question, limits, async (whole) => {
        const plan = withoutGroups(whole);
        return cellsOf(
          await runOnOneThread('cells', (stop) => ({ kind: 'cells', plan, states, stop }), limits),
        );
      }),
    records: (question, limits) => ({
      count: () =>
        withPlan(months, question, limits, (whole) => {
          const plan = withoutGroups(whole);
          return runOnOneThread('records', (stop) => ({ kind: 'records', plan, stop }), limits);
        }),
      first: (records, counted) =>
        isBeyondFiles(question)
          ? Promise.resolve(null)
          : withPlan(months, question, limits, (plan) =>
              firstPlaces(withoutGroups(plan), records, counted, limits),
            ),
    }),
  };
}

/** Runs a query on its plan; null if there is none, or if the plan's files cannot answer it. */
async function withPlan<Found>(
  months: MonthLookup,
  question: SalaryQuery,
  { signal }: CountingLimits,
  run: (plan: IndexPlan) => Promise<Found>,
): Promise<Found | null> {
  signal?.throwIfAborted();
  const plan = indexPlan(question, (month) => months.pathOf(question.release, month));
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
}

async function countedPay(
  plan: IndexPlan,
  question: SalaryQuery,
  limits: CountingLimits,
  families: QueryCache<FamilyGroups>,
): Promise<CountedPay> {
  const family = singleFamily(question);
  const { distribution, groups, occupations, tally } = await countInThreads(
    plan,
    limits,
    family === null
      ? (count) => count()
      : (count) => families.of(familyQuery(question, family), count),
  );
  const byDimension = new Map<DimensionName, ReadonlyMap<number, PayGroup>>();
  for (const [dimension, counted] of groups) {
    byDimension.set(dimension, new Map(counted.map((own) => [own.key, pickedPayGroup(own)])));
  }
  await setImmediate();
  const records = recordsOf(distribution);
  const none: ReadonlyMap<number, PayGroup> = new Map();
  return {
    structure: 'ranked',
    distribution,
    remaining: remainingOf(question, tally, records),
    groups: (dimension) =>
      dimension === 'occupation' ? occupations : (byDimension.get(dimension) ?? none),
    // All occupations of a family are counted, requested or not.
    occupations: new Map(
      [...occupations].flatMap(([cbo, { count }]) =>
        requestsOccupation(question, cbo) ? [[cbo, count]] : [],
      ),
    ),
  };
}

/** The files do not distinguish salaries from `largestPay` on. */
const isBeyondFiles = ({ salaryFrom, salaryTo }: SalaryQuery) =>
  Math.max(salaryFrom ?? 0, salaryTo ?? 0) >= largestPay;

/** Lines to scan before the counts are complete: a millisecond's work, enough for most queries. */
const linesAtFirst = 200_000;

async function firstPlaces(
  plan: IndexPlan,
  records: number,
  counted: () => Promise<CountedPay>,
  limits: CountingLimits,
): Promise<readonly RecordPlace[] | null> {
  const find = (months: readonly number[] | null, mostLines: number) =>
    runOnOneThread(
      'places',
      (stop) => ({ kind: 'places', plan, wanted: { records, months, mostLines }, stop }),
      limits,
    );
  const places = await find(null, linesAtFirst);
  return places ?? find(monthsWithRecords(await counted()), Infinity);
}

const monthsWithRecords = ({ groups }: CountedPay): number[] =>
  [...groups('month')].flatMap(([month, { count }]) => (count > 0 ? [month] : []));
