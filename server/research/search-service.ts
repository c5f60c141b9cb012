import { loggedFilters } from './canonical-filters.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import type { SlowQueryLog } from '../platform/observability/slow-queries.ts';
import { answerService, type AnswerServiceOptions } from '../answers/serving/answer-service.ts';
import type { OccupationCounts } from '../answers/query/salary-query.ts';
import { AnswerMetadata, metadataOf } from './receipt-store.ts';

export interface SearchServiceDeps extends Pick<
  AnswerServiceOptions<AnswerMetadata>,
  'scheduler' | 'version' | 'backend' | 'diskCache'
> {
  readonly metrics: Pick<Metrics, 'watchSearches'>;
  readonly watchQuery: SlowQueryLog;
  readonly countsOf: (maxWaitMs: number) => Promise<OccupationCounts>;
}

/** Creates the process's single answer service for searches, with the parts that receipts store of each response. */
export function searchService(deps: SearchServiceDeps) {
  const { metrics, watchQuery, countsOf, ...options } = deps;
  const service = answerService({
    ...options,
    metadataOf,
    metadataSchema: AnswerMetadata,
    countsOf: () => countsOf(0),
    watch: ({ release, filters }, answer) =>
      watchQuery({ release, filters: loggedFilters(filters) }, answer),
  });
  metrics.watchSearches(() => service.figures);
  return service;
}
