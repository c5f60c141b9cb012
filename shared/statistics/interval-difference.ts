/** A median with its 95 % interval. */
export interface Estimate {
  readonly median: number;
  readonly medianInterval: { readonly lower: number; readonly upper: number } | null;
}

/**
 * Whether two medians may differ by chance alone: the 95 % interval of their difference, from the interval of each
 * (G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures", Statistics in Medicine 27
 * (2008), 1693–1702), holds the zero. Without an interval on both sides it may. A part held against its whole shares
 * records with it, so that this says "by chance" rather too often than too seldom.
 */
export function mayDifferByChance(first: Estimate, second: Estimate): boolean {
  const difference = first.median - second.median;
  const [one, other] = [first.medianInterval, second.medianInterval];
  if (one === null || other === null) return true;
  const reach =
    difference > 0
      ? Math.hypot(first.median - one.lower, other.upper - second.median)
      : Math.hypot(one.upper - first.median, second.median - other.lower);
  return Math.abs(difference) <= reach;
}
