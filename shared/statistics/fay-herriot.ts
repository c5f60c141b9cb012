import { sum } from 'd3-array';

/**
 * Small areas: R. E. Fay and R. A. Herriot, "Estimates of income for small places", Journal of the American Statistical
 * Association 74 (1979), 269–277. The direct estimate of an area is its true value plus a sampling error of known
 * variance, and the true values vary about the mean of their group with one common variance. This variance is estimated
 * by restricted maximum likelihood (REML), as in R's `sae::eblupFH`. With few areas it is often 0, and the mean squared
 * error of N. G. N. Prasad and J. N. K. Rao, ibid. 85 (1990), 163–171, is then too small. So this error is computed with
 * the mean of the variance under its restricted likelihood and a flat prior, as C. N. Morris does, ibid. 78 (1983),
 * 47–55.
 */

export interface Area {
  /** Areas of a group have a common mean. */
  readonly group: number;
  readonly estimate: number;
  /** Sampling variance of the estimate, above 0. */
  readonly variance: number;
}

export interface AreaModel {
  /** Variance of the true values of areas about the mean of their group; 0 or more. */
  readonly between: number;
  /** The mean of this variance under its restricted likelihood; above 0. The mean squared error uses it. */
  readonly expectedBetween: number;
  /** Asymptotic variance of `between`. */
  readonly varianceOfBetween: number;
  readonly groups: ReadonlyMap<number, GroupMean>;
}

export interface GroupMean {
  readonly mean: number;
  /** Variance of the estimated mean. */
  readonly variance: number;
}

/** A predicted value with its mean squared error. */
export interface Prediction {
  readonly value: number;
  readonly meanSquaredError: number;
  /** Weight of the direct estimate, from 0 to 1. The prior has the rest. */
  readonly ownWeight: number;
}

/** Degrees of freedom below which the variance between areas is not estimated. */
const minFreedom = 5;

/** Fits the model; null with fewer than five areas beyond the first of each group. */
export function fitAreas(areas: readonly Area[]): AreaModel | null {
  const byGroup = [...Map.groupBy(areas, ({ group }) => group)];
  if (areas.length - byGroup.length < minFreedom) return null;
  const groups = byGroup.map(([, own]) => own);
  const between = restrictedMaximum(groups);
  const varianceOfBetween = 1 / likelihoodAt(groups, between).information;
  return {
    between,
    expectedBetween: restrictedMean(groups, between, Math.sqrt(varianceOfBetween)),
    varianceOfBetween,
    groups: new Map(byGroup.map(([group, own]) => [group, groupMean(own, between)])),
  };
}

/** The mean of some areas, weighted by the inverse of their variances. */
function groupMean(areas: readonly Area[], between: number): GroupMean {
  const weights = sum(areas, ({ variance }) => 1 / (between + variance));
  const weighted = sum(areas, ({ estimate, variance }) => estimate / (between + variance));
  return { mean: weighted / weights, variance: 1 / weights };
}

/** The derivative of the restricted log-likelihood by the variance between areas, and the expected information. */
function likelihoodAt(groups: readonly (readonly Area[])[], between: number) {
  let score = 0;
  let information = 0;
  for (const areas of groups) {
    const { mean } = groupMean(areas, between);
    const first = sum(areas, ({ variance }) => (between + variance) ** -1);
    const second = sum(areas, ({ variance }) => (between + variance) ** -2);
    const third = sum(areas, ({ variance }) => (between + variance) ** -3);
    const squares = sum(
      areas,
      ({ estimate, variance }) => ((estimate - mean) / (between + variance)) ** 2,
    );
    score += (squares - (first - second / first)) / 2;
    information += (second - (2 * third) / first + (second / first) ** 2) / 2;
  }
  return { score, information };
}

/** The variance between areas at which the score is 0, by bisection; 0 where it falls from the start. */
function restrictedMaximum(groups: readonly (readonly Area[])[]): number {
  const scoreAt = (between: number) => likelihoodAt(groups, between).score;
  if (scoreAt(0) <= 0) return 0;
  let low = 0;
  let high = 1e-6;
  while (scoreAt(high) > 0) [low, high] = [high, high * 2];
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (scoreAt(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
}

/** Standard errors below and above the maximum over which the likelihood is integrated, by Simpson's rule. */
const [below, above] = [6, 10];
const intervals = 400;

function restrictedMean(
  groups: readonly (readonly Area[])[],
  between: number,
  standardError: number,
): number {
  const from = Math.max(0, between - below * standardError);
  const step = (between + above * standardError - from) / intervals;
  const highest = logLikelihood(groups, between);
  let total = 0;
  let moment = 0;
  for (let at = 0; at <= intervals; at++) {
    const value = from + at * step;
    const isEnd = at === 0 || at === intervals;
    const weight = isEnd ? 1 : at % 2 === 1 ? 4 : 2;
    const likelihood = weight * Math.exp(logLikelihood(groups, value) - highest);
    total += likelihood;
    moment += likelihood * value;
  }
  return moment / total;
}

/** The restricted log-likelihood of a variance between areas, up to a constant. */
function logLikelihood(groups: readonly (readonly Area[])[], between: number): number {
  let total = 0;
  for (const areas of groups) {
    const { mean, variance: ofMean } = groupMean(areas, between);
    total += Math.log(ofMean);
    for (const { estimate, variance } of areas)
      total -= Math.log(between + variance) + (estimate - mean) ** 2 / (between + variance);
  }
  return total / 2;
}

/** An area to predict: its direct estimate, if it has one, and the mean of its group. */
export interface PredictedArea {
  readonly direct: Pick<Area, 'estimate' | 'variance'> | null;
  readonly prior: GroupMean;
}

/**
 * The empirical best linear unbiased predictor of an area, with its mean squared error. Without a direct estimate it is
 * the mean of the group.
 */
export function predictedArea(
  { between, expectedBetween, varianceOfBetween }: Omit<AreaModel, 'groups'>,
  { direct, prior }: PredictedArea,
): Prediction {
  if (direct === null)
    return { value: prior.mean, meanSquaredError: expectedBetween + prior.variance, ownWeight: 0 };
  const { estimate, variance } = direct;
  const ownWeight = between / (between + variance);
  const expected = expectedBetween / (expectedBetween + variance);
  return {
    value: ownWeight * estimate + (1 - ownWeight) * prior.mean,
    meanSquaredError:
      expected * variance +
      (1 - expected) ** 2 * prior.variance +
      (2 * variance ** 2 * varianceOfBetween) / (expectedBetween + variance) ** 3,
    ownWeight,
  };
}
