import type { Figures } from '../../shared/contracts/history.ts';
import type { FiguresOfRelease } from '../../shared/contracts/saved.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import { readableRelease } from '../answers/release.ts';
import { distributionOf, statisticsOf } from '../answers/distribution.ts';
import { askedQuestion } from '../answers/question.ts';
import { isTold } from '../answers/small-numbers/withheld-answer.ts';
import { currentRelease } from '../platform/store/current-release.ts';
import type { Store } from '../platform/store/store.ts';
import type { QueryLimits, Warehouse } from '../platform/warehouse/warehouse.ts';

export interface FiguresDeps {
  readonly store: Store;
  readonly warehouse: Warehouse;
}

/** The figures of an answer that lists tell. */
export function figuresOf({ count, average, median }: Figures): Figures {
  return isTold(count) ? { count, average, median } : { count, average: null, median: null };
}

/** What the current data says to a question. */
export async function currentFigures(
  { store, warehouse }: FiguresDeps,
  filters: SearchFilters,
  limits: QueryLimits,
): Promise<FiguresOfRelease> {
  const release = readableRelease(await currentRelease(store));
  const distribution = await distributionOf(warehouse, askedQuestion(filters, release), limits);
  return { ...figuresOf(statisticsOf(distribution)), release: release.number };
}
