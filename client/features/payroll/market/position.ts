import { brasiliaMonth } from '../../../../shared/codes/months.ts';
import { marketHours } from '../../../../shared/contracts/market.ts';
import type { MinimumWageTable } from '../../../../shared/contracts/settings.ts';
import {
  countAtOrBelow,
  percentile,
  type RankedDistribution,
} from '../../../../shared/statistics/percentile.ts';
import type { Person } from '../reading/read-people.ts';

const marketHundredths = marketHours * 100;

/** ⌊a / b + ½⌋ for whole numbers that doubles represent exactly. */
const dividedHalfUp = (numerator: number, denominator: number) =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** A salary in centavos, converted to the market's hours; `hours` are hundredths a week. */
export const atMarketHours = (centavos: number, hours: number): number =>
  hours === marketHundredths ? centavos : dividedHalfUp(centavos * marketHundredths, hours);

/** An amount for the market's hours, converted to a person's own hours. */
export const atOwnHours = (centavos: number, hours: number): number =>
  hours === marketHundredths ? centavos : dividedHalfUp(centavos * hours, marketHundredths);

/** The mid-rank: records below plus half of the equal ones, over all. In tenths, not rounded; null without records. */
export function midRank(distribution: RankedDistribution, centavos: number): number | null {
  const { count } = distribution;
  if (count === 0) return null;
  const atOrBelow = countAtOrBelow(distribution, centavos);
  const below = countAtOrBelow(distribution, centavos - 1);
  return ((below + atOrBelow) * 1000) / (2 * count);
}

/** A percentile in whole tenths. Only pay below all records is 0, and only pay above all is 1000. */
export const roundedTenths = (tenths: number): number =>
  tenths === 0 || tenths === 1000 ? tenths : Math.min(999, Math.max(1, Math.round(tenths)));

/** What pay is compared with: a percentile in ten-thousandths, or an amount in centavos for 44 hours. */
export type Reference =
  | { readonly kind: 'percentil'; readonly tenThousandths: number }
  | { readonly kind: 'piso'; readonly centavos: number };

/** The amount of a reference in a cell, for 44 hours; null if the cell has no record. */
export function referenceAmount(
  reference: Reference,
  distribution: RankedDistribution,
): number | null {
  return reference.kind === 'piso'
    ? reference.centavos
    : percentile(distribution, reference.tenThousandths);
}

/** The minimum wage in force, in centavos; the table, newest first, may already have that of the next year. */
export function wageInForce(wages: MinimumWageTable, now: Date): number | undefined {
  const value = wages.find(({ from }) => from <= brasiliaMonth(now))?.value;
  return value === undefined ? undefined : Math.round(value * 100);
}

/** Monthly pay in centavos for 44 hours, both inclusive. */
export interface PayBounds {
  readonly from: number;
  readonly to: number;
}

/** The MTE's rule for a monthly salary: 0.3 (rounded up to the centavo) to 150 minimum wages. */
export const plausiblePay = (minimumWageCentavos: number): PayBounds => ({
  from: Math.ceil((minimumWageCentavos * 3) / 10),
  to: minimumWageCentavos * 150,
});

/** Whether pay is what the market counts as a salary; pay that is not is probably a typing error. */
export const isPlausible = (centavos: number, { from, to }: PayBounds): boolean =>
  from <= centavos && centavos <= to;

/** A person's pay compared with an amount for 44 hours. */
export interface PayComparison {
  /** Pay divided by the amount, in the same hours, in thousandths as it is shown: 950 is 95 %. */
  readonly ratio: number;
  /** Pay minus the amount in the person's own hours; centavos a month. */
  readonly distance: number;
  /** The monthly cost of raising the pay to the amount; never negative. */
  readonly cost: number;
}

/** Compares pay with an amount for 44 hours; the amount is above zero. */
export function comparePay(
  { centavos, hours }: Pick<Person, 'centavos' | 'hours'>,
  amount: number,
): PayComparison {
  const distance = centavos - atOwnHours(amount, hours);
  return {
    ratio: dividedHalfUp(atMarketHours(centavos, hours) * 1000, amount),
    distance,
    cost: Math.max(0, -distance),
  };
}
