import { loggedFilters } from './canonical-filters.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import type { SlowQueries } from '../platform/observability/slow-queries.ts';
import type { Scheduler } from '../platform/scheduler/scheduler.ts';
import { AnswerDesk } from '../answers/serving/answer-service.ts';
import type { AnswerShelf } from '../answers/serving/disk-cache.ts';
import type { Ways } from '../answers/present/answer.ts';
import type { OccupationCounts } from '../answers/query/cost-estimate.ts';
import { AnswerGist, gistOf } from './receipt-store.ts';

export interface SearchServiceDeps {
  readonly scheduler: Scheduler;
  readonly version: string;
  readonly metrics: Pick<Metrics, 'watchSearches'>;
  readonly slowQuestions: SlowQueries;
  readonly ways: Ways;
  readonly countsOf: (patienceMs: number) => Promise<OccupationCounts>;
  readonly shelf: AnswerShelf | null;
}

/** Creates the process's single `AnswerDesk` for searches, with the parts that receipts store of each response. */
export function searchService(deps: SearchServiceDeps): AnswerDesk<AnswerGist> {
  const { scheduler, version, metrics, slowQuestions, ways, countsOf, shelf } = deps;
  const desk = new AnswerDesk({
    scheduler,
    version,
    ways,
    gistOf,
    gistForm: AnswerGist,
    shelf,
    countsOf: () => countsOf(0),
    watch: ({ release, filters }, answer) =>
      slowQuestions.watch({ release, filters: loggedFilters(filters) }, answer),
  });
  metrics.watchSearches(() => desk.figures);
  return desk;
}
