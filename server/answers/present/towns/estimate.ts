import { mean, variance } from 'd3-array';
import type { TownEstimate } from '../../../../shared/contracts/search.ts';
import { effectiveCount, minForConfidence } from '../../../../shared/statistics/design-effect.ts';
import {
  predictedArea,
  type GroupMean,
  type Prediction,
} from '../../../../shared/statistics/fay-herriot.ts';
import type { RankedSalaries } from '../../../../shared/statistics/percentile.ts';
import { normalReach95 } from '../../../../shared/statistics/normal.ts';
import { municipalityName, stateOfCode } from '../../../reference/places.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { otherStates } from '../../query/dimensions.ts';
import type { CountedPay } from '../../query/engine/counted-pay.ts';
import { shownState, singleFamily } from '../../query/panel-queries.ts';
import type { PayCell } from '../../query/pay-cells.ts';
import type { QueryCache } from '../../query/query-cache.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { minRecordsOf } from '../suppression/min-records.ts';
import { areaOf, logMedian, type TownModel, modelOf } from './town-model.ts';

/**
 * The cell of a query: one occupation, or a whole family (0), in one municipality. Null if it has several occupations or
 * municipalities, or a salary range.
 */
function townQueryOf(query: SalaryQuery) {
  const { municipalities, occupations, salaryFrom, salaryTo } = query;
  const [municipality, ...others] = municipalities ?? [];
  const [state, family] = [shownState(query), singleFamily(query)];
  if (municipality === undefined || others.length > 0 || state === null || family === null)
    return null;
  if (salaryFrom !== null || salaryTo !== null) return null;
  if (occupations !== null && (occupations.length !== 1 || query.family !== null)) return null;
  return { municipality, state, family, occupation: occupations?.[0] ?? 0 };
}

/** The estimate of a small cell's median; null for a large enough one, or with too few municipalities. */
export async function townEstimate(
  query: SalaryQuery,
  groups: CountedPay['groups'],
  cells: Promise<readonly PayCell[]> | null,
  models: QueryCache<TownModel | null> | undefined,
): Promise<TownEstimate | null> {
  const cell = townQueryOf(query);
  if (cell === null || cells === null) return null;
  const towns = new Map([...groups('municipality')].filter(([code]) => code !== otherStates));
  const designEffect = designEffectOf(query);
  const records = towns.get(cell.municipality)?.count ?? 0;
  if (effectiveCount(records, designEffect) >= minForConfidence) return null;
  const model = await modelOf(query, cell, cells, models);
  if (model === null) return null;
  const about = {
    model,
    designEffect,
    minRecords: minRecordsOf(query),
    occupation: cell.occupation,
  };
  const predict = townPredictor(towns, groups('state').get(cell.state), about);
  return { nome: townName(cell.municipality), ...predict(cell.municipality), records };
}

function townName(municipality: number): string {
  const code = String(municipality);
  return `${municipalityName(code) ?? code} (${stateOfCode(code.slice(0, 2))?.sigla ?? ''})`;
}

interface AboutTowns {
  readonly model: TownModel;
  readonly designEffect: number;
  /** Cells with fewer records have no part in any estimate, their own included. */
  readonly minRecords: number;
  readonly occupation: number;
}

/** An estimate in reais, with the weight of the municipality's own records. */
type Estimated = Pick<TownEstimate, 'median' | 'lower' | 'upper' | 'ownWeight'>;

/**
 * Predicts the municipalities of a state. Predictions are moved, all by the same amount, so that those of the state's
 * municipalities, weighted by their records, agree with the logarithm of the state's median (difference benchmarking).
 * Without a published median of the state they stay as they are.
 */
export function townPredictor(
  towns: ReadonlyMap<number, RankedSalaries>,
  state: RankedSalaries | undefined,
  about: AboutTowns,
): (municipality: number) => Estimated {
  const whole = state !== undefined && state.count >= about.minRecords ? state : null;
  const prior = priorOf(whole, about);
  const predicted = (pay: RankedSalaries | undefined) => predictedTown(pay, prior, about);
  let sum = 0;
  let records = 0;
  for (const pay of towns.values()) {
    sum += pay.count * predicted(pay).value;
    records += pay.count;
  }
  const shift = whole === null || records === 0 ? 0 : logMedian(whole) - sum / records;
  return (municipality) => {
    const estimate = predicted(towns.get(municipality));
    return roundedEstimate({ ...estimate, value: estimate.value + shift });
  };
}

/** A cell with too few records to publish is predicted by the prior alone. */
function predictedTown(
  pay: RankedSalaries | undefined,
  prior: GroupMean,
  { model, designEffect, minRecords, occupation }: AboutTowns,
): Prediction {
  const direct =
    pay === undefined || pay.count < minRecords
      ? null
      : areaOf({ occupation, pay }, model.spread, designEffect);
  return predictedArea(model.areas, { direct, prior });
}

/**
 * The mean of the occupation; if no town has enough records of it, its median in the state, and if this is suppressed
 * too, the mean of the family's occupations with the variance between them.
 */
function priorOf(
  state: RankedSalaries | null,
  { model, designEffect, occupation }: AboutTowns,
): GroupMean {
  const own = model.areas.groups.get(occupation);
  if (own !== undefined) return own;
  if (state !== null) {
    const area = areaOf({ occupation, pay: state }, model.spread, designEffect);
    return { mean: area.estimate, variance: area.variance };
  }
  const means = [...model.areas.groups.values()].map((group) => group.mean);
  // With only one other occupation, the variance between occupations is unknown. The spread of salaries within a town
  // replaces it.
  const between = variance(means) ?? model.spread;
  return { mean: mean(means) ?? NaN, variance: between * (1 + 1 / means.length) };
}

/** Estimates are rounded to this many centavos, intervals outward. */
const unit = 1_000;

const reais = (log: number, round: (units: number) => number) =>
  (round(Math.exp(log) / unit) * unit) / 100;

function roundedEstimate({ value, meanSquaredError, ownWeight }: Prediction): Estimated {
  const reach = normalReach95 * Math.sqrt(meanSquaredError);
  return {
    median: reais(value, Math.round),
    lower: reais(value - reach, Math.floor),
    upper: reais(value + reach, Math.ceil),
    ownWeight: Math.round(ownWeight * 100) / 100,
  };
}
