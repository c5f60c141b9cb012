import { setImmediate } from 'node:timers/promises';
import { bisectLeft } from 'd3-array';
import { beyondChance } from '../../../../shared/statistics/interval-difference.ts';
import {
  countWithin,
  withRanks,
  recordsOf,
  type ExactDistribution,
  type RankedDistribution,
} from '../../../../shared/statistics/percentile.ts';
import { defined } from '../../../../shared/codes/defined.ts';

/**
 * The exact values at which pay piles up, beyond what the same roundness and chance explain. "Bunching" is that
 * excess of records at one value over the number expected there without a reason to choose it. The counterfactual of a
 * value is the mean of its neighbours of the same roundness, without those that pile up themselves: R. Chetty et al.,
 * "Adjustment costs, firm responses, and micro vs. macro labor supply elasticities", Quarterly Journal of Economics 126
 * (2011), 749–804.
 */

export interface Concentration {
  readonly centavos: number;
  readonly count: number;
  /** Records that the neighbours suggest. */
  readonly expected: number;
}

type Value = Pick<Concentration, 'centavos' | 'count'>;

/** A value's roundness is the first step, in centavos, of which it is a multiple. */
const steps = [100_000, 50_000, 10_000, 5000, 1000, 500, 100, 10, 1] as const;

/** Multiples of R$ 50,00 are common with or without a floor, and have too few neighbours for a test. */
const roundStep = 5000;

/**
 * Employers' hires come in blocks of very different sizes: less than this many effective records may be one employer's. Of
 * the values found in the 15 largest families of CAGEDFOR202307 and in all together, 11 of 100 are of one block; two
 * effective records would add 11, of which 6 are.
 */
export const minEffective = 3;

/** Returned values have at least this share of the records. */
export const minShare = 0.01;

/** Neighbours are this close, as a share of the value. */
const reach = 0.1;

/**
 * A value piles up if it has at least twice the records of its neighbours' mean: the density changes within their reach,
 * so a smaller ratio is no sign of a floor.
 */
const minRatio = 2;

/** Values that pile up are removed from their neighbours round by round; more rounds find nothing more in practice. */
const maxRounds = 20;

interface Rule {
  readonly designEffect: number;
  /** Values with fewer records are neither tested nor returned. */
  readonly minRecords: number;
  /** Values in centavos that are tested although they are round. */
  readonly named: ReadonlySet<number>;
}

/**
 * The values that pile up, most records first. Each is tested with the exact conditional test of two Poisson means (J.
 * Przyborowski and H. Wileński, Biometrika 31 (1940), 313–323), on counts divided by the design effect; `beyondChance`
 * joins the tests of all values. A year of the whole country has 420,000 values, so this yields to the event loop.
 */
export async function concentrationsOf(
  distribution: ExactDistribution,
  { designEffect, minRecords, named }: Rule,
): Promise<Concentration[]> {
  const { centavos, counts } = distribution;
  const least = Math.max(minRecords, minEffective * designEffect);
  const tested: Value[] = [];
  for (let at = 0; at < centavos.length; at++) {
    const value = { centavos: defined(centavos[at]), count: defined(counts[at]) };
    if (value.count < least) continue;
    if (value.centavos % roundStep === 0 && !named.has(value.centavos)) continue;
    if (standsOut(value, distribution)) tested.push(value);
  }
  await setImmediate();
  const all = byRoundness(distribution);
  const found = new Set<number>();
  let expected: (Around | undefined)[] = [];
  for (let round = 0; round < maxRounds; round++) {
    await setImmediate();
    const neighbours = all.map((same, rank) => neighboursOf(same, rank, tested, found));
    expected = tested.map((value) => neighbours[roundnessOf(value.centavos)]?.(value));
    const chances = tested.map(({ count }, at) => chanceOf(count, expected[at], designEffect));
    const beyond = beyondChance(chances, centavos.length);
    const before = found.size;
    for (const [at, value] of tested.entries()) if (beyond[at] === true) found.add(value.centavos);
    if (found.size === before) break;
  }
  const minShown = minShare * recordsOf(distribution);
  return tested
    .flatMap((value, at) => {
      const around = expected[at];
      const isShown = found.has(value.centavos) && value.count >= minShown;
      return isShown && around ? [{ ...value, expected: around.records / around.places }] : [];
    })
    .toSorted((one, other) => other.count - one.count || one.centavos - other.centavos);
}

/**
 * Whether a value stands out from the four nearest values of its roundness. All values of a roundness in a narrow range
 * have more records than those beyond, so that the mean alone would call each of them a floor. The second largest of the
 * four is compared: one of them may be a floor too.
 */
function standsOut({ centavos, count }: Value, distribution: ExactDistribution): boolean {
  const rank = roundnessOf(centavos);
  const step = defined(steps[rank]);
  const near = [-step, step].flatMap((toNext) => {
    const side: number[] = [];
    for (let next = centavos + toNext; side.length < 2; next += toNext)
      if (next <= 0) side.push(0);
      else if (roundnessOf(next) === rank) side.push(countAt(distribution, next));
    return side;
  });
  const [, second = 0] = near.toSorted((one, other) => other - one);
  return count >= minRatio * second;
}

/** The chance of this count or more where the mean of the neighbours, times `minRatio`, is expected. */
function chanceOf(count: number, around: Around | undefined, designEffect: number): number {
  if (around === undefined || around.places === 0) return 1;
  const effective = Math.floor(count / designEffect);
  const all = effective + Math.ceil(around.records / designEffect);
  return upperTail(effective, all, minRatio / (minRatio + around.places));
}

/** Each step divides the one before it. Most values are multiples of the finest alone. */
function roundnessOf(centavos: number): number {
  let rank = steps.length - 1;
  while (rank > 0 && centavos % defined(steps[rank - 1]) === 0) rank--;
  return rank;
}

/** The neighbours of a value: how many values are possible, and how many records they have. */
interface Around {
  readonly places: number;
  readonly records: number;
}

/** The values of each roundness. One pass: a year of the whole country has 420,000 values. */
function byRoundness({ centavos, counts }: ExactDistribution): RankedDistribution[] {
  const all = steps.map(() => ({ centavos: [] as number[], counts: [] as number[] }));
  for (let at = 0; at < centavos.length; at++) {
    const value = defined(centavos[at]);
    const same = defined(all[roundnessOf(value)]);
    same.centavos.push(value);
    same.counts.push(defined(counts[at]));
  }
  return all.map(withRanks);
}

/** The neighbours of a roundness, without those found; values without records count as places. */
function neighboursOf(
  same: RankedDistribution,
  rank: number,
  tested: readonly Value[],
  found: ReadonlySet<number>,
) {
  const [step, coarser] = [defined(steps[rank]), steps[rank - 1]];
  const gone = tested.filter(
    (one) => found.has(one.centavos) && roundnessOf(one.centavos) === rank,
  );
  const removed = withRanks({
    centavos: gone.map(({ centavos }) => centavos),
    counts: gone.map(({ count }) => count),
  });
  return ({ centavos, count }: Value): Around => {
    const [from, to] = [Math.ceil(centavos * (1 - reach)), Math.floor(centavos * (1 + reach))];
    const isLeft = !found.has(centavos);
    const places = multiples(step, from, to) - (coarser ? multiples(coarser, from, to) : 0);
    const removedPlaces = bisectLeft(removed.centavos, to + 1) - bisectLeft(removed.centavos, from);
    return {
      places: places - removedPlaces - (isLeft ? 1 : 0),
      records: countWithin(same, from, to) - countWithin(removed, from, to) - (isLeft ? count : 0),
    };
  };
}

const countAt = ({ centavos, counts }: ExactDistribution, value: number) => {
  const at = bisectLeft(centavos, value);
  return centavos[at] === value ? defined(counts[at]) : 0;
};

const multiples = (of: number, from: number, to: number) =>
  Math.floor(to / of) - Math.ceil(from / of) + 1;

/** A month: its records, and those at one value. */
export interface MonthAtValue {
  /** AAAAMM. */
  readonly month: string;
  readonly records: number;
  readonly at: number;
}

/**
 * The month in which a value's share of the records changes most, at least to double or half; null if chance explains
 * it. The month that begins or ends the larger part has at least `minRecords` records at the value. Of these splits, the one
 * with the highest likelihood is tested as one of all splits, in both directions (C. E. Bonferroni).
 */
export function jumpMonth(
  months: readonly MonthAtValue[],
  designEffect: number,
  minRecords: number,
): { readonly month: string; readonly rises: boolean } | null {
  const splits = months.slice(1).flatMap(({ month, at }, index) => {
    const [before, after] = [joined(months.slice(0, index + 1)), joined(months.slice(index + 1))];
    const rises = after.at * before.records > before.at * after.records;
    if ((rises ? at : (months[index]?.at ?? 0)) < minRecords) return [];
    const [high, low] = rises ? [after, before] : [before, after];
    return [{ month, rises, high, low, gain: likelihood(high) + likelihood(low) }];
  });
  const [best] = splits.toSorted((one, other) => other.gain - one.gain);
  if (best === undefined) return null;
  const { month, rises, high, low } = best;
  if (high.at * low.records < minRatio * low.at * high.records) return null;
  const effective = Math.floor(high.at / designEffect);
  const all = effective + Math.ceil(low.at / designEffect);
  const chance = upperTail(effective, all, high.records / (high.records + low.records));
  const tests = 2 * (months.length - 1);
  return beyondChance([chance], tests)[0] === true ? { month, rises } : null;
}

const joined = (months: readonly MonthAtValue[]) =>
  months.reduce((all, { records, at }) => ({ records: all.records + records, at: all.at + at }), {
    records: 0,
    at: 0,
  });

/** The logarithm of the highest likelihood of a share. */
const likelihood = ({ records, at }: { records: number; at: number }) =>
  [at, records - at].reduce(
    (all, part) => all + (part > 0 ? part * Math.log(part / records) : 0),
    0,
  );

/** P(X ≥ count) for X ~ Binomial(trials, share); 1 if `count` is not above the mean. */
export function upperTail(count: number, trials: number, share: number): number {
  if (count <= trials * share) return 1;
  if (share >= 1) return 1;
  let term = Math.exp(
    logFactorial(trials) -
      logFactorial(count) -
      logFactorial(trials - count) +
      count * Math.log(share) +
      (trials - count) * Math.log1p(-share),
  );
  let tail = 0;
  for (let at = count; at <= trials && term > tail * 1e-16; at++) {
    tail += term;
    term *= ((trials - at) / (at + 1)) * (share / (1 - share));
  }
  return Math.min(1, tail);
}

/** Stirling's series, whose error is below 1e-13 from 20 on; smaller numbers are multiplied up to there. */
function logFactorial(number: number): number {
  let product = 1;
  let n = number;
  for (; n < 20; n++) product *= n + 1;
  const series = 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5);
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + series - Math.log(product);
}
