import type { TrendPanel } from '../contracts/panels.ts';
import { formatMonth } from '../words/format.ts';

/** The money in which the months of a trend are shown: the same on screen and on paper. */

/** The money of each month, or the money of the last month with an index. */
export type MoneyKind = 'nominal' | 'real';

type Trend = Pick<TrendPanel, 'realMonth'>;

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

/** The median of a month in reais of that money; null if there is none. */
export const medianIn = (
  { median, real }: TrendPanel['months'][number],
  money: MoneyKind,
): number | null => (money === 'nominal' ? median : (real?.median ?? null));
