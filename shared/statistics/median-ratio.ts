import type { Bounds } from '../contracts/equality.ts';
import { heapedAt } from './heaping.ts';
import type { Estimate } from './interval-difference.ts';

/** The ratio of two medians, 1 if equal, with its 95 % interval. */
export interface MedianRatio extends Bounds {
  readonly ratio: number;
  readonly mayBeChance: boolean;
}

/**
 * The first median as a share of the second. The interval combines those of both medians on the logarithmic scale:
 * G. Y. Zou and A. Donner, Statistics in Medicine 27 (2008), 1693–1702. Null without both intervals, for an interval
 * without width (repeated salaries), or if a median is not positive.
 */
export function medianRatio(first: Estimate, second: Estimate): MedianRatio | null {
  const [one, other] = [first.medianInterval, second.medianInterval];
  if (one === null || other === null || one.lower <= 0 || other.lower <= 0) return null;
  if ([first, second].some((estimate) => heapedAt(estimate) !== null)) return null;
  const ratio = first.median / second.median;
  const down = Math.hypot(distance(one.lower, first.median), distance(second.median, other.upper));
  const up = Math.hypot(distance(first.median, one.upper), distance(other.lower, second.median));
  const [lower, upper] = [ratio * Math.exp(-down), ratio * Math.exp(up)];
  return { ratio, lower, upper, mayBeChance: lower <= 1 && upper >= 1 };
}

const distance = (from: number, to: number) => Math.log(to / from);
