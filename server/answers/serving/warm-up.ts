import { setTimeout as passing } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SearchRequest } from '../../../shared/contracts/search.ts';
import type { QueryLane } from '../../platform/scheduler/scheduler.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import { waitUnlessAborted } from '../../platform/warehouse/running-query.ts';
import { withStableReferences } from '../../reference/imported-references.ts';
import { answerSearch, type AnswerContext } from '../present/answer.ts';
import type { OccupationCounts } from '../query/salary-query.ts';
import { singleFilterQueries } from './popular-queries.ts';
import { readableRelease, type Release } from '../query/release.ts';

export interface WarmUpParts extends Pick<AnswerContext, 'warehouse' | 'version' | 'backend'> {
  readonly store: Store;
  readonly logger: Logger;
  readonly countsOf: (maxWaitMs: number) => Promise<OccupationCounts>;
  /** User queries that run and wait meanwhile. */
  readonly service: { readonly figures: { readonly running: number; readonly waiting: number } };
  /** Whether the month files of a release are ready, or could not be made. */
  readonly isPrepared: (release: Release) => boolean;
}

const lookEveryMs = 500;
const timeoutMs = 30_000;
/** After this many queries, a query takes half the CPU time of the first ones. */
const maxQueries = 40;
/** Below this number of records, the first response is fast without a warm-up. */
const minRecords = 1_000_000;
/** Every n-th query is about all of Brazil. */
const nationalEvery = 10;

/**
 * Runs some queries as soon as a release is prepared and discards the responses: threads start, code is compiled and
 * occupations are counted before the first user query. Stops at the first user query. Returns how many queries ran.
 */
export async function warmUp(parts: WarmUpParts, signal: AbortSignal): Promise<number> {
  const { store, logger, countsOf, service } = parts;
  let answered = 0;
  try {
    const release = await preparedRelease(parts, signal);
    const counts = await waitUnlessAborted(countsOf(timeoutMs), signal);
    for (const { filters, lane } of queriesFor(counts)) {
      const { running, waiting } = service.figures;
      if (signal.aborted || running + waiting > 0) break;
      const limits = { timeoutMs, signal, lane };
      const request = SearchRequest.parse({ filters });
      await withStableReferences(store.db, () =>
        answerSearch(request, { ...parts, release, limits }),
      );
      answered += 1;
    }
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error }, 'no query could be answered beforehand');
  }
  return answered;
}

async function preparedRelease(
  { store, isPrepared }: WarmUpParts,
  signal: AbortSignal,
): Promise<Release> {
  for (;;) {
    const release = readableRelease(await currentRelease(store));
    if (release.number !== null && isPrepared(release)) return release;
    await passing(lookEveryMs, undefined, { signal, ref: false });
  }
}

/**
 * The largest occupations, each with another filter; every `nationalEvery`-th query has that filter alone. Each lane has
 * its own threads, so each gets queries.
 */
function queriesFor(counts: OccupationCounts): { filters: object; lane: QueryLane }[] {
  const records = counts.values().reduce((sum, count) => sum + count, 0);
  if (records < minRecords) return [];
  const filters = singleFilterQueries();
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxQueries)
    .map(([cbo], place) => {
      const filter = filters[(place * 7) % filters.length];
      const isNational = place % nationalEvery === nationalEvery - 1;
      if (isNational) return { filters: { ...filter }, lane: 'long' };
      return { filters: { ...filter, cbo }, lane: place % 2 === 0 ? 'medium' : 'short' };
    });
}
