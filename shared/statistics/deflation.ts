import { sum } from 'd3-array';
import {
  countAtOrBelow,
  countWithin,
  divideHalfUp,
  type RankedDistribution,
  type RankedSalaries,
  wholePercentile,
} from './percentile.ts';
import type { TrendPanel } from '../contracts/panels.ts';
import { formatMonth } from '../words/format.ts';

/**
 * Salaries in the money of another month. The single rule of correction: each record is multiplied by the exact factor
 * of its own month, statistics are computed over these exact amounts, and a statistic is rounded once, half up to the
 * centavo. Records are not rounded individually. The statistic of several months is therefore that of corrected
 * records, not a corrected nominal statistic.
 */

/** The value of one centavo of a month: Π(1 + INPC_k), k from the next month to the month of the target money. */
export interface PriceFactor {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Corrected records in ascending order; amounts are fractions of a centavo. */
export interface RealRecords {
  readonly count: number;
  /** The number of these fractions in one centavo. */
  readonly denominator: bigint;
  /** The amount at a rank from 1 (the lowest) to `count`. */
  readonly amountAt: (rank: number) => bigint;
  readonly total: bigint;
}

/** The records of one month, corrected. */
export function realRecords(
  { count, salaryAt, total }: RankedSalaries & { readonly total: bigint },
  { numerator, denominator }: PriceFactor,
): RealRecords {
  return {
    count,
    denominator,
    amountAt: (rank) => BigInt(salaryAt(rank)) * numerator,
    total: total * numerator,
  };
}

/** The records of a month, and their nominal sum in centavos. */
export interface NominalMonth {
  readonly distribution: RankedDistribution;
  readonly total: bigint;
  readonly factor: PriceFactor;
}

/** Halvings of an interval after which a double no longer changes. */
const bisections = 64;
/** A relative distance far beyond the errors of doubles, and below the distance of two salaries of one month. */
const nearness = 1e-10;
/** A factor times this number, as a whole number, has all digits of a double. */
const wholeRatio = 10n ** 17n;

/**
 * The records of several months together, each corrected by the factor of its month. The amount of a rank is found by
 * bisection with doubles, and exactly among the few amounts near it: a list of all amounts of a year of all Brazil takes
 * 5 s and 1 GB, and exact factors have hundreds of digits.
 */
export function realRecordsOfMonths(months: readonly NominalMonth[]): RealRecords {
  const denominator = months.reduce(
    (largest, { factor }) => (factor.denominator > largest ? factor.denominator : largest),
    1n,
  );
  const timed = months.map(({ distribution, total, factor }) => {
    if (denominator % factor.denominator !== 0n) throw new RangeError('Factors must be decimal.');
    const times = factor.numerator * (denominator / factor.denominator);
    const ratio = Number((factor.numerator * wholeRatio) / factor.denominator) / Number(wholeRatio);
    return { distribution, total, times, ratio };
  });
  const count = sum(timed, ({ distribution }) => distribution.count);
  const countUpTo = (amount: number) =>
    sum(timed, ({ distribution, ratio }) =>
      countAtOrBelow(distribution, Math.floor(amount / ratio)),
    );
  const amountsBetween = (low: number, high: number) =>
    timed.flatMap(({ distribution, times, ratio }) => {
      const first = Math.floor(low / ratio) + 1;
      return Array.from({ length: Math.floor(high / ratio) + 1 - first }, (_, index) => ({
        amount: BigInt(first + index) * times,
        records: countWithin(distribution, first + index, first + index),
      }));
    });
  const highest = Math.max(
    0,
    ...timed.map(
      ({ distribution: { centavos }, ratio }) => (centavos[centavos.length - 1] ?? 0) * ratio,
    ),
  );
  return {
    count,
    denominator,
    amountAt(rank) {
      if (rank < 1 || rank > count) throw new RangeError(`Rank ${rank} is outside 1 to ${count}.`);
      let [low, high] = [0, highest * (1 + nearness)];
      for (let step = 0; step < bisections; step++) {
        const middle = (low + high) / 2;
        if (countUpTo(middle) >= rank) high = middle;
        else low = middle;
      }
      const [from, to] = [high * (1 - nearness), high * (1 + nearness)];
      let ranked = countUpTo(from);
      const exact = amountsBetween(from, to)
        .toSorted((a, b) => (a.amount < b.amount ? -1 : 1))
        .find(({ records }) => (ranked += records) >= rank);
      if (exact === undefined) throw new RangeError(`Rank ${rank} has no amount.`);
      return exact.amount;
    },
    total: timed.reduce((all, { total, times }) => all + total * times, 0n),
  };
}

/** PERCENTIL.INC of corrected records in centavos; `tenThousandths` as in `percentile`. Null without records. */
export function realPercentile(
  { count, denominator, amountAt }: RealRecords,
  tenThousandths: number,
): number | null {
  if (count === 0) return null;
  const position = (count - 1) * tenThousandths;
  const fraction = position % wholePercentile;
  const rank = (position - fraction) / wholePercentile + 1;
  const below = amountAt(rank);
  const gap = fraction === 0 ? 0n : amountAt(rank + 1) - below;
  const parts = BigInt(wholePercentile);
  return halfUp(below * parts + gap * BigInt(fraction), parts * denominator);
}

/** The mean of corrected records in centavos; null without records. */
export function realMean({ count, denominator, total }: RealRecords): number | null {
  return count === 0 ? null : halfUp(total, BigInt(count) * denominator);
}

/** One nominal amount in centavos, corrected individually. */
export const realAmount = (centavos: number, { numerator, denominator }: PriceFactor): number =>
  halfUp(BigInt(centavos) * numerator, denominator);

const halfUp = (numerator: bigint, denominator: bigint): number =>
  Number(divideHalfUp(numerator, denominator));

/** The money in which the months of a trend are shown: the same on screen and on paper. */

/** The money of each month, or the money of the last month with an index. */
export type MoneyKind = 'nominal' | 'real';

type Trend = Pick<TrendPanel, 'realMonth'>;
type TrendMonths = Trend & {
  readonly months: readonly Pick<TrendPanel['months'][number], 'month' | 'isRequested'>[];
};

/** The default money: real if any month has an index. */
export const usualMoney = ({ realMonth }: Trend): MoneyKind =>
  realMonth === null ? 'nominal' : 'real';

/** The money that several trends have in common: real only if all use the money of the same month. */
export function commonMoney(trends: readonly Trend[]): MoneyKind {
  const [first] = trends;
  return first !== undefined && trends.every(({ realMonth }) => realMonth === first.realMonth)
    ? usualMoney(first)
    : 'nominal';
}

/** "em reais de jun/2026 (INPC)", "em valores nominais". */
export function moneyText({ realMonth }: Trend, money: MoneyKind): string {
  return money === 'nominal' || realMonth === null
    ? 'em valores nominais'
    : `em reais de ${formatMonth(realMonth)} (INPC)`;
}

/** Why the real figures end before the requested months; '' if they do not, and for nominal money. */
export function lateIndexText(trends: readonly TrendMonths[], money: MoneyKind): string {
  const [realMonth] = trends.flatMap((trend) => trend.realMonth ?? []);
  if (money === 'nominal' || realMonth === undefined) return '';
  const isLater = trends.some(({ months }) =>
    months.some(({ month, isRequested }) => isRequested && month > realMonth),
  );
  return isLater
    ? `Depois de ${formatMonth(realMonth)} ainda não há INPC: esses meses só têm valores nominais.`
    : '';
}

/** The median of a month in reais of that money; null if there is none. */
export const medianIn = (
  { median, real }: TrendPanel['months'][number],
  money: MoneyKind,
): number | null => (money === 'nominal' ? median : (real?.median ?? null));
