import type { Figures } from '../../shared/history.ts';
import type { FiguresOfRelease } from '../../shared/saved.ts';
import type { SearchFilters, Statistics } from '../../shared/search.ts';
import { readableRelease } from '../salaries/release.ts';
import { distributionOf, statisticsOf } from '../salaries/distribution.ts';
import { askedQuestion } from '../salaries/question.ts';
import { currentRelease } from '../store/current-release.ts';
import type { Store } from '../store/store.ts';
import type { QueryLimits, Warehouse } from '../warehouse/warehouse.ts';

export interface FiguresDeps {
  readonly store: Store;
  readonly warehouse: Warehouse;
}

export const figuresOf = ({ count, average, median }: Statistics): Figures => ({
  count,
  average,
  median,
});

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
