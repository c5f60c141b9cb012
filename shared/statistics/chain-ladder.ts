import { sum } from 'd3-array';
import type { Bounds } from '../contracts/equality.ts';
import { studentReach } from './student-quantile.ts';

/**
 * The chain ladder: how counts that grow with late declarations and shrink with exclusions develop with their delay.
 * T. Mack, "Distribution-free calculation of the standard error of chain ladder reserve estimates", ASTIN Bulletin 23
 * (1993), 213–225.
 */

/** A month's count after 0, 1, 2, … months of delay; it ends at the last known delay. */
export type Development = readonly number[];

/** The step from one delay to the next, over the months that made it. */
export interface DelayStep {
  /** Sum of the counts after the step divided by that before it. */
  readonly factor: number;
  /** Mack's σ²: the variance of a month's own factor, times its count. */
  readonly variance: number;
  /** Sum of the counts before the step. */
  readonly weight: number;
  /** Degrees of freedom of the variance: months that made the step, less one; 0 if the variance is extrapolated. */
  readonly freedom: number;
}

/**
 * The steps up to a delay; null unless at least one month with records made each and several made the first. A step that
 * a single month made has Mack's extrapolated variance.
 */
export function delaySteps(history: readonly Development[], longest: number): DelayStep[] | null {
  if (longest < 2 || !history.some((counts) => counts.length > longest)) return null;
  const found: DelayStep[] = [];
  for (let delay = 0; delay < longest; delay++) {
    const pairs = history.flatMap((counts) => {
      const [before, after] = [counts[delay] ?? 0, counts[delay + 1]];
      return after === undefined || before <= 0 ? [] : [{ before, after }];
    });
    const weight = sum(pairs, ({ before }) => before);
    const factor = sum(pairs, ({ after }) => after) / weight;
    const squares = sum(pairs, ({ before, after }) => before * (after / before - factor) ** 2);
    const freedom = pairs.length - 1;
    found.push({
      factor,
      variance: freedom > 0 ? squares / freedom : extrapolated(found),
      weight,
      freedom,
    });
  }
  const hasEmptyStep = found.some(({ weight }) => weight === 0);
  return hasEmptyStep || found[0]?.freedom === 0 ? null : found;
}

/** The variance of a step from those of the two before it. */
function extrapolated(steps: readonly DelayStep[]): number {
  const [before, last] = [steps.at(-2)?.variance ?? 0, steps.at(-1)?.variance ?? 0];
  return before === 0 ? 0 : Math.min((last * last) / before, before, last);
}

/** The final count of a month, with Mack's standard error of its prediction. */
interface FinalCount {
  readonly count: number;
  readonly error: number;
  /** Degrees of freedom of the error, by B. L. Welch, Biometrika 34 (1947), 28–35; at least 1. */
  readonly freedom: number;
}

/** Predicts the final count of a month from its count at a known delay, by the steps that remain. */
export function finalCount(
  steps: readonly DelayStep[],
  known: { readonly count: number; readonly delay: number },
): FinalCount {
  let { count } = known;
  let [relative, divisor] = [0, 0];
  let last = { parts: 0, freedom: 1 };
  for (const { factor, variance, weight, freedom } of steps.slice(known.delay)) {
    const part = (variance / factor ** 2) * (1 / count + 1 / weight);
    relative += part;
    count *= factor;
    // Without an estimate of its own, a step varies together with the last one that has it.
    if (freedom > 0) last = { parts: 0, freedom };
    divisor += (part ** 2 + 2 * part * last.parts) / (last.freedom + 2);
    last.parts += part;
  }
  return {
    count,
    error: count * Math.sqrt(relative),
    freedom: divisor === 0 ? 1 : Math.max(1, relative ** 2 / divisor - 2),
  };
}

/**
 * The steps for an interval. A step that a single month made has the smaller variance of the last two that several made.
 * Mack also extrapolates their ratio; with one and two degrees of freedom the result is too small for an interval.
 */
function forInterval(steps: readonly DelayStep[]): DelayStep[] {
  const last = steps.filter(({ freedom }) => freedom > 0).slice(-2);
  const variance = Math.min(...last.map((step) => step.variance));
  return steps.map((step) => (step.freedom > 0 ? step : { ...step, variance }));
}

/** The interval of the change that a month's count still expects, as a share of that count; `level` is 0.95 for 95 %. */
export function expectedChange(
  steps: readonly DelayStep[],
  known: { readonly count: number; readonly delay: number },
  level: number,
): Bounds {
  const { count, error, freedom } = finalCount(forInterval(steps), known);
  const reach = error * studentReach(level, freedom);
  return {
    lower: (count - reach) / known.count - 1,
    upper: (count + reach) / known.count - 1,
  };
}
