import type { Revision, RevisedFigures } from '../../shared/contracts/revisions.ts';
import type { Distribution, SearchFilters, Statistics } from '../../shared/contracts/search.ts';
import { countAlone } from '../../shared/statistics/catalogue.ts';
import { changedRecords, givesBackChange, withoutMean } from './suppress-change.ts';
import { statisticsOf } from '../answers/present/statistics.ts';
import { distributionOf } from '../answers/query/engine/count-records.ts';
import { endingTogether } from '../platform/warehouse/cancel-together.ts';
import { designEffectOf } from '../answers/query/design-effects.ts';
import type { Asker } from '../answers/serving/answer-service.ts';
import { askedQuestion } from '../answers/query/salary-query.ts';
import { fewestOf } from '../answers/present/suppression/fewest-records.ts';
import { refuseNarrowSelection } from '../answers/present/suppression/salary-bound.ts';
import { toldPay } from '../answers/present/suppression/suppressed-answer.ts';
import { readableRelease } from '../answers/query/release.ts';
import {
  currentRelease,
  withContents,
  type CurrentRelease,
} from '../platform/store/current-release.ts';
import type { QueryLimits } from '../platform/warehouse/warehouse.ts';
import { readWholeSearchReceipt } from './search-receipts.ts';
import { readSaved, type Reader } from './saved-searches.ts';
import { revisionMoves, type AskedOfRelease, type MovesDeps } from './revision-moves.ts';

/**
 * How the current data differs from a receipt, on the receipt's own months. Throws `AppError` 404 for an unknown
 * receipt and 410 if its typed text was removed.
 */
export async function revisionOfReceipt(
  deps: MovesDeps,
  id: string,
  asker: Asker,
): Promise<Revision> {
  const { filters, method, statistics, release } = await readWholeSearchReceipt(deps, id);
  const { period } = method;
  const months = period === null ? {} : { periodoInicio: period.from, periodoFim: period.to };
  return revisionSince(
    deps,
    { ...filters, ...months },
    { release: release.number, period, figures: revised(statistics) },
    asker,
  );
}

/**
 * What changed in a saved search since the reader last saw it. A search without months moves on with the last twelve.
 * Throws `AppError` 404 for a search that the reader may not see.
 */
export async function revisionOfSaved(
  deps: MovesDeps,
  reader: Reader,
  id: string,
  asker: Asker,
): Promise<Revision> {
  const { filters, seen } = await readSaved(deps.store.db, reader, id);
  const { release, ...figures } = seen;
  const known = { ...countAlone(figures.count), ...figures };
  return revisionSince(deps, filters, { release, period: null, figures: revised(known) }, asker);
}

async function revisionSince(
  deps: MovesDeps,
  filters: SearchFilters,
  known: Revision['before'],
  asker: Asker,
): Promise<Revision> {
  const current = await currentRelease(deps.store);
  const now = asked(filters, current);
  const earlier = known.release === null ? undefined : await maybeKeptRelease(deps, known.release);
  const before = earlier === undefined ? undefined : asked(filters, earlier);
  // Computing the moves scans the rows of both releases once more.
  const questions = before === undefined ? [now] : [now, before, now, before];
  const scanned = questions.map(({ question }) => question);
  const compared = async (limited: QueryLimits) => {
    const [told, toldBefore, moves] = await Promise.all([
      answered(deps, now, limited),
      before === undefined ? undefined : answered(deps, before, limited),
      before === undefined ? null : revisionMoves(deps, before, now, limited),
    ]);
    const change = {
      before: toldBefore?.answer.figures ?? known.figures,
      now: told.answer.figures,
      changed: toldBefore && changedRecords(toldBefore.distribution, told.distribution),
    };
    const isChangeSuppressed = givesBackChange(change, fewestOf(now.question));
    const figures = isChangeSuppressed ? withoutMean(told.answer.figures) : told.answer.figures;
    return {
      before: toldBefore?.answer ?? known,
      now: { ...told.answer, figures },
      isChangeSuppressed,
      moves,
    };
  };
  return deps.queries.run(scanned, asker, (limits) => endingTogether(limits, compared));
}

const asked = (filters: SearchFilters, release: CurrentRelease): AskedOfRelease => ({
  release,
  question: askedQuestion(filters, readableRelease(release)),
});

async function answered(
  { warehouse }: MovesDeps,
  { release, question }: AskedOfRelease,
  limits: QueryLimits,
): Promise<{ readonly answer: Revision['now']; readonly distribution: Distribution }> {
  await refuseNarrowSelection(warehouse, question, limits);
  const distribution = await distributionOf(warehouse, question, limits);
  const { statistics } = toldPay(
    statisticsOf(distribution, designEffectOf(question)),
    distribution,
    fewestOf(question),
  );
  const { number } = release;
  return {
    answer: { release: number, period: question.period, figures: revised(statistics) },
    distribution,
  };
}

const revised = ({ count, average, p25, median, p75 }: Statistics): RevisedFigures => ({
  count,
  average,
  p25,
  median,
  p75,
});

/** A release whose files still exist; undefined otherwise. */
async function maybeKeptRelease(
  { store: { db } }: MovesDeps,
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
