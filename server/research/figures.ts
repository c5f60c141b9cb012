import type { Figures, FiguresOfRelease } from '../../shared/contracts/history.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import { completenessOf } from '../../shared/statistics/completeness.ts';
import { minRecordsOfFilters } from '../../shared/statistics/suppression.ts';
import { readableRelease } from '../answers/query/release.ts';
import { statisticsOf } from '../answers/present/statistics.ts';
import { distributionOf } from '../answers/query/engine/count-records.ts';
import { designEffectOf } from '../answers/query/design-effects.ts';
import { resolveQuery } from '../answers/query/salary-query.ts';
import type { QueryContext, QueryScheduler } from '../answers/serving/query-scheduler.ts';
import { refuseNarrowSelection } from '../answers/present/suppression/salary-bound.ts';
import { isPublishable } from '../answers/present/suppression/suppressed-answer.ts';
import { currentRelease } from '../platform/store/current-release.ts';
import type { Store } from '../platform/store/store.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';

export interface FiguresDeps {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly queries: QueryScheduler;
}

/** The figures that lists show for these filters: suppresses the median if there are too few records. */
export const figuresOf = ({ count, median }: Figures, filters: SearchFilters): Figures => ({
  count,
  median: isPublishable(count, minRecordsOfFilters(filters)) ? median : null,
});

/** The figures of a query on the current release. Throws `AppError` 422 for a salary bound on few records. */
export async function currentFigures(
  { store, warehouse, queries }: FiguresDeps,
  filters: SearchFilters,
  context: QueryContext,
): Promise<FiguresOfRelease> {
  const release = readableRelease(await currentRelease(store));
  const query = resolveQuery(filters, release);
  const distribution = await queries.run([query], context, async (limits) => {
    await refuseNarrowSelection(warehouse, query, limits);
    return distributionOf(warehouse, query, limits);
  });
  return {
    ...figuresOf(statisticsOf(distribution, designEffectOf(query)), filters),
    release: release.number,
    isSynthetic: release.isSynthetic,
    completeness: completenessOf(query.period, release.files),
  };
}
