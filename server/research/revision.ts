import { setImmediate } from 'node:timers/promises';
import { RevisedFigures, type Revision } from '../../shared/contracts/revisions.ts';
import type { Distribution, SearchFilters } from '../../shared/contracts/search.ts';
import { completenessOf } from '../../shared/statistics/completeness.ts';
import { countOnly } from '../../shared/statistics/catalogue.ts';
import { minForConfidence } from '../../shared/statistics/design-effect.ts';
import type { MinRecords } from '../../shared/statistics/suppression.ts';
import { minRecordsOf } from '../answers/present/suppression/min-records.ts';
import { refuseNarrowSelection } from '../answers/present/suppression/salary-bound.ts';
import { suppressedPay } from '../answers/present/statistics.ts';
import { designEffectOf } from '../answers/query/design-effects.ts';
import { distributionOf } from '../answers/query/engine/count-records.ts';
import { readableRelease } from '../answers/query/release.ts';
import { resolveQuery } from '../answers/query/salary-query.ts';
import type { QueryContext } from '../answers/serving/query-scheduler.ts';
import {
  type CurrentRelease,
  currentRelease,
  withContents,
} from '../platform/store/current-release.ts';
import { cancelTogether } from '../platform/warehouse/cancel-together.ts';
import type { QueryLimits } from '../platform/warehouse/warehouse.ts';
import type { FiguresDeps } from './figures.ts';
import { readWholeSearchReceipt } from './receipts.ts';
import { type QueryOnRelease, revisionMoves } from './revision-moves.ts';
import { type Reader, readSaved } from './saved-searches.ts';
import { withPeriod } from './search-history.ts';
import { defined } from '../../shared/codes/defined.ts';

/**
 * How the current data differs from a receipt, on the receipt's own months. Throws `AppError` 404 for an unknown
 * receipt and 410 if its typed text was removed.
 */
export async function revisionOfReceipt(
  deps: FiguresDeps,
  id: string,
  context: QueryContext,
): Promise<Revision> {
  const { filters, method, statistics, release } = await readWholeSearchReceipt(deps, id);
  const { period, completeness } = method;
  const { number, isSynthetic } = release;
  const figures = RevisedFigures.parse(statistics);
  return revisionSince(
    deps,
    withPeriod(filters, period),
    { release: number, isSynthetic, period, completeness, figures },
    suppressMoved,
    context,
  );
}

/**
 * What changed in a saved search since the reader last saw it. A search without months moves on with the last twelve.
 * Throws `AppError` 404 for a search that the reader may not see.
 */
export async function revisionOfSaved(
  deps: FiguresDeps,
  reader: Reader,
  id: string,
  context: QueryContext,
): Promise<Revision> {
  const { filters, seen } = await readSaved(deps.store.db, reader, id);
  const {
    release,
    isSynthetic = false,
    completeness = completenessOf(null, []),
    ...figures
  } = seen;
  const known = RevisedFigures.parse({ ...countOnly(figures.count), ...figures });
  const earlier = { release, isSynthetic, period: null, completeness, figures: known };
  return revisionSince(deps, filters, earlier, withCurrentMedianOnly, context);
}

type Answers = Pick<Revision, 'before' | 'now'>;

/** What is shown of two answers where few records changed. */
const suppressMoved = ({ before, now }: Answers): Answers => ({
  before,
  now: { ...now, figures: unmovedFigures(before.figures, now.figures) },
});

/**
 * The list of saved searches shows the current median, also where few records changed. Of five records the quartiles are
 * records: with them, a median that moved halfway to a quartile gives the sixth.
 */
function withCurrentMedianOnly(answers: Answers): Answers {
  const { before, now } = suppressMoved(answers);
  const { median } = answers.now.figures;
  if (now.figures.median === median) return { before, now };
  const figures = { ...before.figures, average: null, p25: null, p75: null };
  return {
    before: { ...before, figures },
    now: { ...now, figures: { ...now.figures, p25: null, median, p75: null } },
  };
}

async function revisionSince(
  deps: FiguresDeps,
  filters: SearchFilters,
  known: Revision['before'],
  suppress: (answers: Answers) => Answers,
  context: QueryContext,
): Promise<Revision> {
  const current = await currentRelease(deps.store);
  const now = onRelease(filters, current);
  const earlier =
    known.release === null ? undefined : await maybeReleaseByNumber(deps, known.release);
  const before = earlier === undefined ? undefined : onRelease(filters, earlier);
  // Computing the moves scans the rows of both releases once more.
  const targets = before === undefined ? [now] : [now, before, now, before];
  const scanned = targets.map(({ query }) => query);
  const compared = async (limited: QueryLimits) => {
    const [result, resultBefore, moves] = await Promise.all([
      answered(deps, now, limited),
      before === undefined ? undefined : answered(deps, before, limited),
      before === undefined ? null : revisionMoves(deps, before, now, limited),
    ]);
    await setImmediate();
    const answers = { before: resultBefore?.answer ?? known, now: result.answer };
    const change = {
      before: answers.before.figures,
      now: answers.now.figures,
      changed: resultBefore && changedRecords(resultBefore.distribution, result.distribution),
    };
    const isChangeSuppressed = disclosesChange(change, minRecordsOf(now.query));
    return { ...(isChangeSuppressed ? suppress(answers) : answers), isChangeSuppressed, moves };
  };
  return deps.queries.run(scanned, context, (limits) => cancelTogether(limits, compared));
}

const onRelease = (filters: SearchFilters, release: CurrentRelease): QueryOnRelease => ({
  release,
  query: resolveQuery(filters, readableRelease(release)),
});

async function answered(
  { warehouse }: FiguresDeps,
  { release, query }: QueryOnRelease,
  limits: QueryLimits,
): Promise<{ readonly answer: Revision['now']; readonly distribution: Distribution }> {
  await refuseNarrowSelection(warehouse, query, limits);
  const distribution = await distributionOf(warehouse, query, limits);
  await setImmediate();
  const { statistics } = suppressedPay(distribution, designEffectOf(query), minRecordsOf(query));
  const { number, isSynthetic } = release;
  return {
    answer: {
      release: number,
      isSynthetic,
      period: query.period,
      completeness: completenessOf(query.period, release.files),
      figures: RevisedFigures.parse(statistics),
    },
    distribution,
  };
}

/** A release whose files still exist; undefined otherwise. */
async function maybeReleaseByNumber(
  { store: { db } }: FiguresDeps,
  number: number,
): Promise<CurrentRelease | undefined> {
  const release = await db
    .selectFrom('releases')
    .select(['number', 'published_at', 'is_synthetic'])
    .where('number', '=', number)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return release === undefined ? undefined : withContents({ db }, release);
}

/** Two results of one query, shown side by side. */
export interface Change {
  readonly before: RevisedFigures;
  readonly now: RevisedFigures;
  /** Number of records that only one of the two results counts, as far as their salaries show; undefined if unknown. */
  readonly changed: number | undefined;
}

/** Number of records that only one of two distributions has. */
export function changedRecords(before: Distribution, now: Distribution): number {
  let changed = 0;
  let [ofBefore, ofNow] = [0, 0];
  while (ofBefore < before.centavos.length || ofNow < now.centavos.length) {
    const earlier = before.centavos[ofBefore] ?? Infinity;
    const later = now.centavos[ofNow] ?? Infinity;
    const removed = earlier <= later ? defined(before.counts[ofBefore++]) : 0;
    const added = later <= earlier ? defined(now.counts[ofNow++]) : 0;
    changed += Math.abs(added - removed);
  }
  return changed;
}

/**
 * Whether two means and their counts disclose the pay of fewer than `minRecords` records: those that entered or left. A
 * result whose mean is suppressed discloses nothing.
 */
export function disclosesChange({ before, now, changed }: Change, minRecords: MinRecords): boolean {
  if (before.average === null || now.average === null) return false;
  const isFew = (records: number) => records > 0 && records < minRecords;
  if (changed !== undefined) return isFew(changed) || isFew(Math.abs(now.count - before.count));
  const isSame = before.count === now.count && before.average === now.average;
  return !isSame && Math.abs(now.count - before.count) < minRecords;
}

/**
 * The present figures of a result that few records entered or left: no mean, and no amount that moved. Beside the exact
 * distribution of the earlier result, a moved quartile is often the salary that moved it. With few records there is no
 * amount: the quartiles are nearly the records themselves.
 */
export function unmovedFigures(before: RevisedFigures, now: RevisedFigures): RevisedFigures {
  const unmoved = (key: 'p25' | 'median' | 'p75') =>
    now.count >= minForConfidence && now[key] === before[key] ? now[key] : null;
  const [p25, median, p75] = [unmoved('p25'), unmoved('median'), unmoved('p75')];
  return { count: now.count, average: null, p25, median, p75 };
}
