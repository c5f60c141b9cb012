import { LRUCache } from 'lru-cache';
import { fitAreas, type Area, type AreaModel } from '../../../../shared/statistics/fay-herriot.ts';
import { rankedPercentile, type RankedSalaries } from '../../../../shared/statistics/percentile.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { referencesRevision } from '../../../reference/imported-references.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { familyQuery } from '../../query/panel-queries.ts';
import { townCells, type TownCell } from '../../query/engine/town-cells.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { fewestOf } from '../suppression/fewest-records.ts';

/**
 * The model of a family of occupations in a state: the logarithms of the medians of its occupations in its
 * municipalities vary about the mean of each occupation. It knows only cells that have published figures, so that no
 * estimate depends on a suppressed one.
 */
export interface TownModel {
  readonly areas: AreaModel;
  /** Variance of the log median of one independent record. */
  readonly spread: number;
}

/** The distance between the quartiles of a normal distribution, in standard deviations. */
const quartileDistance = 1.349;
/** Where all salaries of the quartiles are equal, their spread is taken as one percent. */
const leastSpread = 0.01 ** 2;

/** Returns the models of families and states. */
export interface TownModels {
  /** The model of a query's family in a state; null with too few municipalities. */
  of(
    query: SalaryQuery,
    family: number,
    state: number,
    count: CountTowns,
  ): Promise<TownModel | null>;
}

/** Counts the cells that a model is fitted to. */
export interface CountTowns {
  readonly warehouse: Warehouse;
  readonly limits: QueryLimits;
}

const mostModels = 500;

/** Caches the models that were fitted last, by release. Use one instance per installation. */
export class TownModelCache implements TownModels {
  readonly #known = new LRUCache<string, { readonly model: TownModel | null }>({ max: mostModels });

  async of(query: SalaryQuery, family: number, state: number, count: CountTowns) {
    const prior = priorQuery(query, family, state);
    const { release, ...requested } = prior;
    const byOccupation = query.occupations !== null;
    const key = JSON.stringify([release.number, referencesRevision(), byOccupation, requested]);
    const known = this.#known.get(key);
    if (known !== undefined) return known.model;
    const model = await fittedModel(prior, byOccupation, count);
    this.#known.set(key, { model });
    return model;
  }
}

/** For callers that run a single query. */
export const uncachedModels: TownModels = {
  of: (query, family, state, count) =>
    fittedModel(priorQuery(query, family, state), query.occupations !== null, count),
};

/** The family in the whole state, with the query's other filters. */
const priorQuery = (query: SalaryQuery, family: number, state: number): SalaryQuery => ({
  ...familyQuery(query, family),
  region: null,
  uf: state,
  municipalities: null,
});

async function fittedModel(
  prior: SalaryQuery,
  byOccupation: boolean,
  { warehouse, limits }: CountTowns,
): Promise<TownModel | null> {
  const cells = await townCells(
    warehouse,
    prior,
    { fewest: fewestOf(prior), byOccupation },
    limits,
  );
  return townModel(cells, designEffectOf(prior));
}

/** Fits the model to cells; null with too few. */
export function townModel(cells: readonly TownCell[], designEffect: number): TownModel | null {
  const spread = pooledSpread(cells.map(({ pay }) => pay));
  if (spread === null) return null;
  const areas = fitAreas(cells.map((cell) => areaOf(cell, spread, designEffect)));
  return areas && { areas, spread };
}

/** A cell as an area of the model: the logarithm of its median, and its sampling variance. */
export const areaOf = (
  { occupation, pay }: Pick<TownCell, 'occupation' | 'pay'>,
  spread: number,
  designEffect: number,
): Area => ({
  group: occupation,
  estimate: logMedian(pay),
  variance: (spread * designEffect) / pay.count,
});

/** The logarithm of a group's median, in centavos. */
export const logMedian = (pay: RankedSalaries): number =>
  Math.log(rankedPercentile(pay, 5000) ?? NaN);

/**
 * The variance of a median's logarithm per independent record, π/2 · σ², with σ from the quartiles of each cell as for
 * a lognormal distribution. Cells count by their records; null without cells.
 */
function pooledSpread(pays: readonly RankedSalaries[]): number | null {
  let sum = 0;
  let records = 0;
  for (const pay of pays) {
    const [lower, upper] = [rankedPercentile(pay, 2500), rankedPercentile(pay, 7500)];
    if (lower === null || upper === null) continue;
    sum += pay.count * (Math.log(upper / lower) / quartileDistance) ** 2;
    records += pay.count;
  }
  return records === 0 ? null : Math.max(leastSpread, (Math.PI / 2) * (sum / records));
}
