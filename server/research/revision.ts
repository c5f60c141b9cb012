import type { Revision, RevisedFigures } from '../../shared/contracts/revisions.ts';
import type { SearchFilters, Statistics } from '../../shared/contracts/search.ts';
import { countAlone, shownStatistics } from '../../shared/statistics/catalogue.ts';
import { distributionOf, statisticsOf } from '../answers/distribution.ts';
import { endingTogether } from '../answers/ending-together.ts';
import { askedQuestion } from '../answers/question.ts';
import { readableRelease } from '../answers/release.ts';
import {
  currentRelease,
  withContents,
  type CurrentRelease,
} from '../platform/store/current-release.ts';
import type { QueryLimits } from '../platform/warehouse/warehouse.ts';
import { readSearchReceipt } from './search-receipts.ts';
import { readSaved, type Reader } from './saved-searches.ts';
import { revisionMoves, type AskedOfRelease, type MovesDeps } from './revision-moves.ts';

/**
 * What the current data says otherwise than a receipt, of the receipt's own months. Throws `AppError` 404 for an id that
 * no receipt has.
 */
export async function revisionOfReceipt(
  deps: MovesDeps,
  id: string,
  limits: QueryLimits,
): Promise<Revision> {
  const { filters, method, statistics, release } = await readSearchReceipt(deps, id);
  const { period } = method;
  const months = period === null ? {} : { periodoInicio: period.from, periodoFim: period.to };
  return revisionSince(
    deps,
    { ...filters, ...months },
    { release: release.number, period, figures: revised(statistics) },
    limits,
  );
}

/**
 * What changed in a saved search since the reader saw it; where it names no months, its last twelve move on. Throws
 * `AppError` 404 for one that the reader may not see.
 */
export async function revisionOfSaved(
  deps: MovesDeps,
  reader: Reader,
  id: string,
  limits: QueryLimits,
): Promise<Revision> {
  const { filters, seen } = await readSaved(deps.store.db, reader, id);
  const { release, ...figures } = seen;
  const known = { ...countAlone(figures.count), ...figures };
  return revisionSince(deps, filters, { release, period: null, figures: revised(known) }, limits);
}

async function revisionSince(
  deps: MovesDeps,
  filters: SearchFilters,
  known: Revision['before'],
  limits: QueryLimits,
): Promise<Revision> {
  const current = await currentRelease(deps.store);
  const now = asked(filters, current);
  const earlier = known.release === null ? undefined : await maybeKeptRelease(deps, known.release);
  const before = earlier === undefined ? undefined : asked(filters, earlier);
  return endingTogether(limits, async (limited) => {
    const [told, toldBefore, moves] = await Promise.all([
      answered(deps, now, limited),
      before === undefined ? undefined : answered(deps, before, limited),
      before === undefined ? null : revisionMoves(deps, before, now, limited),
    ]);
    return { before: toldBefore ?? known, now: told, moves };
  });
}

const asked = (filters: SearchFilters, release: CurrentRelease): AskedOfRelease => ({
  release,
  question: askedQuestion(filters, readableRelease(release)),
});

async function answered(
  { warehouse }: MovesDeps,
  { release, question }: AskedOfRelease,
  limits: QueryLimits,
): Promise<Revision['now']> {
  const distribution = await distributionOf(warehouse, question, limits);
  return {
    release: release.number,
    period: question.period,
    figures: revised(shownStatistics(statisticsOf(distribution))),
  };
}

const revised = ({ count, average, p25, median, p75 }: Statistics): RevisedFigures => ({
  count,
  average,
  p25,
  median,
  p75,
});

/** A release whose files are still kept. */
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
