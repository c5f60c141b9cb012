import { stateOfMunicipality } from '../../../shared/codes/codes.ts';
import type { SearchAnswer, SearchFilters } from '../../../shared/contracts/search.ts';
import type { CountedPay } from '../query/engine/counted-pay.ts';
import {
  cellsInPlaces,
  cellsQuery,
  payByTown,
  requestedCells,
  type PayCell,
} from '../query/pay-cells.ts';
import type { QueryCache } from '../query/query-cache.ts';
import { resolveQuery, type SalaryQuery } from '../query/salary-query.ts';
import { relaxedQueries, type CountRelaxed } from './relaxed-queries.ts';
import { townEstimate } from './towns/estimate.ts';
import { nearbyTowns, statesNear } from './towns/nearby.ts';
import type { TownModel } from './towns/town-model.ts';
import { withoutPlaces } from './towns/wider-places.ts';

interface CountSmall extends CountRelaxed {
  /** Counts the cells of a query: by municipality in some states, by state elsewhere. */
  readonly cells: (query: SalaryQuery, states: readonly number[]) => Promise<readonly PayCell[]>;
  readonly models: QueryCache<TownModel | null> | undefined;
}

/**
 * The figures shown with an answer of few records: relaxed queries, nearby municipalities, and the estimate. A
 * query about occupations needs a single scan for all of them, over its family.
 */
export async function smallAnswerOf(
  filters: SearchFilters,
  query: SalaryQuery,
  counted: CountedPay,
  countOf: CountSmall,
): Promise<Pick<SearchAnswer, 'relaxed' | 'nearby' | 'estimate'>> {
  const near = statesNear(query);
  const whole = cellsQuery(query);
  const selectedStates = query.municipalities?.map(stateOfMunicipality) ?? [query.uf ?? []].flat();
  const states = [...new Set([...selectedStates, ...near.map(({ state }) => state)])];
  const cells = whole === null ? null : countOf.cells(whole, states);
  const [relaxed, estimate, nearby] = await Promise.all([
    relaxedQueries({ filters, query, counted, cells }, countOf),
    townEstimate(query, counted.groups, cells, countOf.models),
    nearbyTowns(query, counted.groups('municipality'), near, async (uf) => {
      const elsewhere = resolveQuery({ ...withoutPlaces(filters), uf }, query.release);
      if (cells === null) return (await countOf.pay(elsewhere)).groups('municipality');
      return payByTown(cellsInPlaces(requestedCells(await cells, query), elsewhere));
    }),
  ]);
  return { relaxed, estimate, nearby };
}
