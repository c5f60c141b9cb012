import { marketHours } from '../../../shared/contracts/market.ts';
import {
  countAtOrBelow,
  percentile,
  type PreparedDistribution,
} from '../../../shared/statistics/percentile.ts';

const marketHundredths = marketHours * 100;

/** ⌊a / b + ½⌋ of whole numbers that doubles hold. */
const dividedHalfUp = (numerator: number, denominator: number) =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** A salary in centavos as it would be in the market's hours; `hours` are hundredths a week. */
export const atMarketHours = (centavos: number, hours: number): number =>
  hours === marketHundredths ? centavos : dividedHalfUp(centavos * marketHundredths, hours);

/** An amount of the market's hours as it is in somebody's own. */
export const atOwnHours = (centavos: number, hours: number): number =>
  hours === marketHundredths ? centavos : dividedHalfUp(centavos * hours, marketHundredths);

/**
 * The mid-rank percentile, in tenths from 0 to 1000: the records below and half of those that earn as much, over all. Null
 * without records.
 */
export function midRank(distribution: PreparedDistribution, centavos: number): number | null {
  const { count } = distribution;
  if (count === 0) return null;
  const atOrBelow = countAtOrBelow(distribution, centavos);
  const below = countAtOrBelow(distribution, centavos - 1);
  return dividedHalfUp((below + atOrBelow) * 1000, 2 * count);
}

/** What somebody's pay is held against: a percentile in ten-thousandths, or an amount in centavos for 44 hours. */
export type Reference =
  | { readonly kind: 'percentil'; readonly tenThousandths: number }
  | { readonly kind: 'piso'; readonly centavos: number };

/** The amount of a reference in a cell, for 44 hours; null where the cell has no record. */
export function referenceAmount(
  reference: Reference,
  distribution: PreparedDistribution,
): number | null {
  return reference.kind === 'piso'
    ? reference.centavos
    : percentile(distribution, reference.tenThousandths);
}

/** Monthly pay in centavos for 44 hours, both included. */
export interface PayBounds {
  readonly from: number;
  readonly to: number;
}

/** What the MTE's rule counts as a monthly salary: 0.3 to 150 minimum wages, the lower bound rounded up to the centavo. */
export const plausiblePay = (minimumWageCentavos: number): PayBounds => ({
  from: Math.ceil((minimumWageCentavos * 3) / 10),
  to: minimumWageCentavos * 150,
});

/** Somebody's monthly pay. */
export interface Pay {
  readonly centavos: number;
  /** Hundredths a week. */
  readonly hours: number;
}

/** Somebody's pay beside an amount for 44 hours. */
export interface Beside {
  /** Pay over the amount, in the same hours, in ten-thousandths: 9500 is 95 %. */
  readonly ratio: number;
  /** Pay less the amount in the person's own hours; centavos a month. */
  readonly distance: number;
  /** What it costs a month to bring the pay up to the amount; never negative. */
  readonly cost: number;
}

/** Pay beside an amount for 44 hours, which is above zero. */
export function beside({ centavos, hours }: Pay, amount: number): Beside {
  const distance = centavos - atOwnHours(amount, hours);
  return {
    ratio: dividedHalfUp(atMarketHours(centavos, hours) * 10_000, amount),
    distance,
    cost: Math.max(0, -distance),
  };
}
