import type { ComparisonRefusal } from '../codes/codes.ts';
import type { SexPay } from '../contracts/equality.ts';
import { percentile } from './percentile.ts';
import { minForGenderGap } from './design-effect.ts';

/** Women's salary as a share of men's, 1 if equal, as in the pay-transparency report of Lei 14.611/2023. */
interface PayRatio {
  readonly withheld: ComparisonRefusal | null;
  readonly median: number | null;
  readonly mean: number | null;
}

/** Why so many women and men cannot be compared; null if there are at least `minRecords` of each. */
export function refusalOf(
  women: number,
  men: number,
  minRecords: number,
): ComparisonRefusal | null {
  const [isFewWomen, isFewMen] = [women < minRecords, men < minRecords];
  if (isFewWomen && isFewMen) return 'ambos';
  if (isFewWomen) return 'mulheres';
  return isFewMen ? 'homens' : null;
}

/** The ratios of women's median and mean to men's; both null with fewer than `minRecords` of either sex. */
export function payRatio(women: SexPay, men: SexPay, minRecords: number): PayRatio {
  const withheld = refusalOf(women.count, men.count, minRecords);
  const ratioOf = (womensPay: number | null, mensPay: number | null) =>
    withheld !== null || womensPay === null || mensPay === null ? null : womensPay / mensPay;
  return {
    withheld,
    median: ratioOf(women.median, men.median),
    mean: ratioOf(women.mean, men.mean),
  };
}

/** A person of a payroll, with the fields of the report's table. */
export interface PaidPerson {
  /** Six digits of the CBO, or a prefix of them. */
  readonly occupation: string;
  readonly sex: 'F' | 'M';
  readonly centavos: number;
}

/** A payroll with the fields of the report's table, and the number of people that cannot be in the table. */
export interface PaidRoll {
  readonly people: readonly PaidPerson[];
  readonly withoutOccupation: number;
  /** Among people with a confirmed occupation. */
  readonly withoutSex: number;
  /** People whose occupation the user has not confirmed. */
  readonly doubtful: number;
  /** Among people with a confirmed occupation and a sex: salaries that are probably typing errors. */
  readonly implausible: number;
}

/** A group of a table: its CBO code, both sexes, and the ratios. */
export interface GroupRatio {
  readonly code: string;
  readonly women: SexPay;
  readonly men: SexPay;
  readonly ratio: PayRatio;
}

/**
 * A payroll in the report's layout: a row for each CBO group with this number of digits (1 is the grande grupo), by
 * code. A person with a shorter code is in no row.
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
      return { code, women, men, ratio: payRatio(women, men, minForGenderGap) };
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
    median: percentile({ count: ascending.length, salaryAt }, 5000),
    mean: maybeMean(sumsOf(ascending)),
  };
}

/** The mean in whole centavos; null without records. */
export const maybeMean = (sums: SideSums): number | null =>
  sums.count === 0 ? null : meanCentavos(sums);

/**
 * The salaries of one sex in a cell: count, sum in centavos, and sum of the squared distances from their mean. Sums are
 * exact up to 2^52 centavos, which is ten years of the country's admissions.
 */
export interface SideSums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

/** Women and men of the same occupation, schooling, age band, hours, place and size. */
export interface PayCell {
  readonly women: SideSums;
  readonly men: SideSums;
}

export const noSums: SideSums = { count: 0, sum: 0, squares: 0 };

/** The sums of two groups combined: T. F. Chan, G. H. Golub, R. J. LeVeque (1979), (2.1). */
export function joinedSums(first: SideSums, second: SideSums): SideSums {
  if (first.count === 0) return second;
  if (second.count === 0) return first;
  const count = first.count + second.count;
  const distance = second.sum / second.count - first.sum / first.count;
  const between = (distance * distance * first.count * second.count) / count;
  return {
    count,
    sum: first.sum + second.sum,
    squares: first.squares + second.squares + between,
  };
}

/** The sums of single salaries in centavos. */
export const sumsOf = (centavos: Iterable<number>): SideSums =>
  Array.from(centavos, (salary) => ({ count: 1, sum: salary, squares: 0 })).reduce(
    joinedSums,
    noSums,
  );

/** The mean in whole centavos, a half rounded up. */
export function meanCentavos({ count, sum }: Pick<SideSums, 'count' | 'sum'>): number {
  return Math.floor((2 * sum + count) / (2 * count));
}
