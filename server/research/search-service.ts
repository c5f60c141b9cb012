import { loggedFilters } from './canonical-filters.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import type { SlowQueries } from '../platform/observability/slow-queries.ts';
import type { Scheduler } from '../platform/scheduler/scheduler.ts';
import { AnswerService } from '../answers/serving/answer-service.ts';
import type { DiskCache } from '../answers/serving/disk-cache.ts';
import type { QueryBackend } from '../answers/present/answer.ts';
import type { OccupationCounts } from '../answers/query/salary-query.ts';
import { AnswerMetadata, metadataOf } from './receipt-store.ts';

export interface SearchServiceDeps {
  readonly scheduler: Scheduler;
  readonly version: string;
  readonly metrics: Pick<Metrics, 'watchSearches'>;
  readonly slowQueries: SlowQueries;
  readonly backend: QueryBackend;
  readonly countsOf: (maxWaitMs: number) => Promise<OccupationCounts>;
  readonly diskCache: DiskCache | null;
}

/** Creates the process's single `AnswerService` for searches, with the parts that receipts store of each response. */
export function searchService(deps: SearchServiceDeps): AnswerService<AnswerMetadata> {
  const { scheduler, version, metrics, slowQueries, backend, countsOf, diskCache } = deps;
  const service = new AnswerService({
    scheduler,
    version,
    backend,
    metadataOf,
    metadataSchema: AnswerMetadata,
    diskCache,
    countsOf: () => countsOf(0),
    watch: ({ release, filters }, answer) =>
      slowQueries.watch({ release, filters: loggedFilters(filters) }, answer),
  });
  metrics.watchSearches(() => service.figures);
  return service;
}
