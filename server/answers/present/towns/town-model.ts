import { fitAreas, type Area, type AreaModel } from '../../../../shared/statistics/fay-herriot.ts';
import { percentile, type RankedSalaries } from '../../../../shared/statistics/percentile.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { QueryCache } from '../../query/query-cache.ts';
import { familyQuery } from '../../query/panel-queries.ts';
import { cellsInPlaces, payByTown, type PayCell } from '../../query/pay-cells.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { minRecordsOf } from '../suppression/min-records.ts';

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
const minSpread = 0.01 ** 2;

export interface TownCell {
  /** Six digits; 0 for all occupations of the query. */
  readonly occupation: number;
  readonly municipality: number;
  /** Salaries at least at the ranks of the quartiles. */
  readonly pay: RankedSalaries;
}

/** The model of a family in a state, with the other filters, fitted to some `cells`; null for few municipalities. */
export function modelOf(
  query: SalaryQuery,
  { family, state }: { readonly family: number; readonly state: number },
  cells: Promise<readonly PayCell[]>,
  models = new QueryCache<TownModel | null>(),
): Promise<TownModel | null> {
  const whole = { region: null, uf: state, municipalities: null };
  const prior: SalaryQuery = { ...familyQuery(query, family), ...whole };
  const byOccupation = query.occupations !== null;
  const fitted = async () => {
    const options = { minRecords: minRecordsOf(prior), byOccupation };
    const own = cellsInPlaces(await cells, prior);
    return townModel(townCells(own, options), designEffectOf(prior));
  };
  return models.of(prior, fitted, byOccupation ? 'occupations' : 'family');
}

/** Each occupation, and all together, in each municipality with at least `minRecords` records. */
function townCells(
  cells: readonly PayCell[],
  { minRecords, byOccupation }: { readonly minRecords: number; readonly byOccupation: boolean },
): TownCell[] {
  const byCode = Map.groupBy(cells, (cell) => (byOccupation ? cell.occupation : 0));
  return [...byCode]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([occupation, own]) =>
      [...payByTown(own)]
        .filter(([, { count }]) => count >= minRecords)
        .toSorted(([a], [b]) => a - b)
        .map(([municipality, pay]) => ({ occupation, municipality, pay })),
    );
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
export const logMedian = (pay: RankedSalaries): number => Math.log(percentile(pay, 5000) ?? NaN);

/**
 * The variance of a median's logarithm per independent record, π/2 · σ², with σ from the quartiles of each cell as for
 * a lognormal distribution. Cells count by their records; null without cells.
 */
function pooledSpread(salaries: readonly RankedSalaries[]): number | null {
  let sum = 0;
  let records = 0;
  for (const pay of salaries) {
    const [lower, upper] = [percentile(pay, 2500), percentile(pay, 7500)];
    if (lower === null || upper === null) continue;
    sum += pay.count * (Math.log(upper / lower) / quartileDistance) ** 2;
    records += pay.count;
  }
  return records === 0 ? null : Math.max(minSpread, (Math.PI / 2) * (sum / records));
}
