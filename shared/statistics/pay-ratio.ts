import type { Withheld } from '../codes/codes.ts';
import { meanCentavos, sumsOf, type SideSums } from './pay-cells.ts';
import { rankedPercentile } from './percentile.ts';
import { fewestForGenderGap } from './sample-size.ts';

/** What is told of one sex's salaries; money in centavos, null of nobody. */
export interface SexPay {
  readonly count: number;
  readonly median: number | null;
  readonly mean: number | null;
}

/** Women's salary as a part of men's, 1 for equal, as the pay-transparency report of Lei 14.611/2023 sets them. */
export interface PayRatio {
  readonly withheld: Withheld | null;
  readonly median: number | null;
  readonly mean: number | null;
}

/** Whether women and men can be held against each other; null where they can. */
function withheldOf(women: number, men: number): Withheld | null {
  const [isFewWomen, isFewMen] = [women < fewestForGenderGap, men < fewestForGenderGap];
  if (isFewWomen && isFewMen) return 'ambos';
  if (isFewWomen) return 'mulheres';
  return isFewMen ? 'homens' : null;
}

/** The ratios of women's median and mean to men's; both null where there are too few of either sex. */
export function payRatio(women: SexPay, men: SexPay): PayRatio {
  const withheld = withheldOf(women.count, men.count);
  const of = (own: number | null, other: number | null) =>
    withheld !== null || own === null || other === null ? null : own / other;
  return {
    withheld,
    median: of(women.median, men.median),
    mean: of(women.mean, men.mean),
  };
}

/** A person of a payroll, as far as the report's table asks. */
export interface PaidPerson {
  /** Six digits of the CBO, or any of their beginnings. */
  readonly occupation: string;
  readonly sex: 'F' | 'M';
  readonly centavos: number;
}

/** A payroll as far as the report's table asks, and how many people of it cannot be in the table. */
export interface PaidRoll {
  readonly people: readonly PaidPerson[];
  readonly withoutOccupation: number;
  /** Of those whose occupation is known. */
  readonly withoutSex: number;
  /** People of the table whose occupation somebody should look at. */
  readonly doubtful: number;
}

/** A group of a table: its code of the CBO, both sexes, and the ratios. */
export interface GroupRatio {
  readonly code: string;
  readonly women: SexPay;
  readonly men: SexPay;
  readonly ratio: PayRatio;
}

/**
 * A payroll in the report's layout: a row for each group of the CBO with so many digits (1 is the grande grupo), by
 * code. Who has a shorter code is in none.
 */
export function groupRatios(people: readonly PaidPerson[], digits: number): GroupRatio[] {
  const known = people.filter(({ occupation }) => occupation.length >= digits);
  const byCode = Map.groupBy(known, ({ occupation }) => occupation.slice(0, digits));
  return [...byCode]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, group]) => {
      const payOf = (wanted: PaidPerson['sex']) =>
        sexPay(group.flatMap(({ sex, centavos }) => (sex === wanted ? [centavos] : [])));
      const [women, men] = [payOf('F'), payOf('M')];
      return { code, women, men, ratio: payRatio(women, men) };
    });
}

function sexPay(salaries: readonly number[]): SexPay {
  const ascending = salaries.toSorted((a, b) => a - b);
  const salaryAt = (rank: number) => {
    const salary = ascending[rank - 1];
    if (salary === undefined) throw new RangeError(`Rank ${rank} is outside the salaries.`);
    return salary;
  };
  return {
    count: ascending.length,
    median: rankedPercentile({ count: ascending.length, salaryAt }, 5000),
    mean: maybeMean(sumsOf(ascending)),
  };
}

/** The mean to the centavo; null of nobody. */
export const maybeMean = (sums: SideSums): number | null =>
  sums.count === 0 ? null : meanCentavos(sums);
