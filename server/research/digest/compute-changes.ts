import { setImmediate, setTimeout } from 'node:timers/promises';
import type { MonthChange } from '../../../shared/contracts/month-digest.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { hasFixedPeriod } from '../../../shared/filters/data.ts';
import { monthsWithMov } from '../../../shared/statistics/completeness.ts';
import {
  pairsBeyondChance,
  testPair,
  type PairTest,
} from '../../../shared/statistics/month-changes.ts';
import { recordsOf } from '../../../shared/statistics/percentile.ts';
import type { QueryContext } from '../../answers/serving/query-scheduler.ts';
import { refuseNarrowSelection } from '../../answers/present/suppression/salary-bound.ts';
import { isPublishable } from '../../answers/present/suppression/suppressed-answer.ts';
import { minRecordsOf } from '../../answers/present/suppression/min-records.ts';
import { designEffectOf } from '../../answers/query/design-effects.ts';
import { distributionOf } from '../../answers/query/engine/count-records.ts';
import type { Release } from '../../answers/query/release.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import { AppError } from '../../platform/errors.ts';
import { isTooHeavy } from '../../platform/warehouse/engine-error.ts';
import { background } from '../../platform/scheduler/scheduler.ts';
import { withStableReferences } from '../../reference/imported-references.ts';
import { hasMinimumWage, minimumWageCentavos } from '../../reference/minimum-wage.ts';
import { monthLater } from '../../../shared/codes/months.ts';
import type { FiguresDeps } from '../figures.ts';

/** A month and the month before, AAAAMM, in a release; both have their MOV file. */
export interface ComparedMonths {
  readonly release: number | null;
  readonly month: string;
  readonly before: string;
}

/** The newest month of a release and the month before; null if it is synthetic or one of the two is missing. */
export function comparedMonths({ number, files, isSynthetic }: Release): ComparedMonths | null {
  const loaded = monthsWithMov(files);
  const month = [...loaded].toSorted().at(-1);
  if (month === undefined || isSynthetic) return null;
  const before = monthLater(month, -1);
  return loaded.has(before) ? { release: number, month, before } : null;
}

/**
 * Compares the two months for every saved search that moves on with the data, tests all of them together and stores
 * the changes. Each distinct query is counted once. Returns the number of saved searches.
 */
export async function computeChanges(
  deps: FiguresDeps,
  release: Release,
  months: ComparedMonths,
  signal: AbortSignal,
): Promise<number> {
  const { db } = deps.store;
  const rows = await db.selectFrom('saved_searches').select('filters').execute();
  const moving = rows.filter(
    ({ filters }) => !hasFixedPeriod(SearchFilters.parse(JSON.parse(filters))),
  );
  const tested: { readonly query: string; readonly test: PairTest }[] = [];
  for (const query of new Set(moving.map(({ filters }) => filters))) {
    signal.throwIfAborted();
    const filters = SearchFilters.parse(JSON.parse(query));
    tested.push({ query, test: await testOf(deps, release, { filters, months, signal }) });
  }
  const beyond = pairsBeyondChance(tested.map(({ test }) => test));
  for (const [index, { query, test }] of tested.entries()) {
    const isBeyondChance = beyond[index] ?? false;
    const change: MonthChange = {
      ...months,
      medians: test.medians && {
        before: test.medians.before / 100,
        now: test.medians.now / 100,
      },
      isBeyondChance,
      followsMinimumWage: isBeyondChance && test.followsMinimumWage,
    };
    await db
      .updateTable('saved_searches')
      .set({ month_change: JSON.stringify(change) })
      .where('filters', '=', query)
      .execute();
  }
  return moving.length;
}

interface ComparedPair {
  readonly filters: SearchFilters;
  readonly months: ComparedMonths;
  readonly signal: AbortSignal;
}

const untested: PairTest = { medians: null, chance: 1, followsMinimumWage: false };

const timeoutMs = 120_000;

/** Attempts while the system is busy: in each, the job waits in the queue for up to 20 s. */
const maxAttempts = 30;

/**
 * Counts a query in both months. A query that is refused, takes too long or too much memory, or has too few records is
 * not tested: one search does not end the pass of all others.
 */
async function testOf(deps: FiguresDeps, release: Release, pair: ComparedPair): Promise<PairTest> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await countedTest(deps, release, pair);
    } catch (error) {
      if (isUncountable(error)) return untested;
      if (!isBusy(error) || attempt === maxAttempts) throw error;
      await setTimeout(1000 * (error.retryAfterSeconds ?? 1), undefined, { signal: pair.signal });
    }
  }
}

const isUncountable = (error: unknown) =>
  error instanceof AppError ? error.status < 500 : isTooHeavy(error);

const isBusy = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === 503;

async function countedTest(
  { store, warehouse, queries }: FiguresDeps,
  release: Release,
  { filters, months, signal }: ComparedPair,
): Promise<PairTest> {
  const context: QueryContext = { requester: background, signal, timeoutMs, lane: 'long' };
  const inMonth = (month: string) =>
    resolveQuery({ ...filters, periodoInicio: month, periodoFim: month }, release);
  return withStableReferences(store.db, async () => {
    const [first, second] = [inMonth(months.before), inMonth(months.month)];
    const [before, now] = await queries.run([first, second], context, async (limits) => {
      for (const query of [first, second]) await refuseNarrowSelection(warehouse, query, limits);
      return [
        await distributionOf(warehouse, first, limits),
        await distributionOf(warehouse, second, limits),
      ] as const;
    });
    const areShown = [before, now].every(({ counts }) =>
      isPublishable(recordsOf({ counts }), minRecordsOf(first)),
    );
    if (!areShown) return untested;
    // All of Brazil has 150,000 salaries in a month, which take some 20 ms to parse.
    await setImmediate();
    return testPair({ before, now, designEffect: designEffectOf(first) }, wagesOf(months));
  });
}

/** The minimum wages of both months in centavos; null where one is unknown. */
export function wagesOf({ before, month }: ComparedMonths) {
  return hasMinimumWage(before)
    ? { before: minimumWageCentavos(before), now: minimumWageCentavos(month) }
    : null;
}
