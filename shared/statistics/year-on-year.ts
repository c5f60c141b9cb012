import type { TrendPanel } from '../contracts/panels.ts';
import { areEnough, mayDifferByChance, type Estimate } from './interval-difference.ts';
import { fewText } from './quality.ts';
import { comparisonReveals } from './suppression.ts';
import type { MoneyKind } from './deflation.ts';

/** Comparison of a trend's months, in nominal and in real money. */

type Month = TrendPanel['months'][number];

/** The same month a year before, AAAAMM. */
export const yearBefore = (month: string) => String(Number(month) - 100);

const monthsOfYear = 12;

/** The median of a month compared with the same month a year before, or why there is none. */
type YearChange =
  | { readonly month: string; readonly change: number; readonly mayBeChance: boolean }
  | { readonly missing: string };

/**
 * The change in twelve months: of the last queried month with a comparable month a year before, both with enough
 * records, among the last twelve queried months. The trend must start a year before the first of these or earlier, so
 * that the pair is not selected by what happens to be loaded: a query for twelve months or more needs 24.
 */
export function yearChange({ months, designEffect }: TrendPanel, money: MoneyKind): YearChange {
  const inPeriod = months.filter(({ isRequested }) => isRequested).slice(-monthsOfYear);
  const [first, start] = [months[0], inPeriod[0]];
  if (first === undefined || start === undefined) return { missing: 'nenhum mês carregado' };
  if (first.month > yearBefore(start.month)) {
    const withMov = months.filter(({ isComparable }) => isComparable).length;
    return { missing: `há ${withMov} dos ${inPeriod.length + monthsOfYear} meses necessários` };
  }
  const pairs = inPeriod.flatMap((now) => {
    const before = months.find(({ month }) => month === yearBefore(now.month));
    return before === undefined ? [] : [{ now, before }];
  });
  const comparable = pairs.filter(({ now, before }) => now.isComparable && before.isComparable);
  const enough = comparable.filter(({ now, before }) =>
    [now, before].every(({ count, median }) => median !== null && areEnough(count, designEffect)),
  );
  const results = enough.flatMap(({ now, before }) => {
    const [one, other] = [estimateIn(now, money), estimateIn(before, money)];
    return one === null || other === null ? [] : [{ month: now.month, one, other }];
  });
  const last = results.at(-1);
  if (last !== undefined && last.other.median !== 0) {
    return {
      month: last.month,
      change: last.one.median / last.other.median - 1,
      mayBeChance: mayDifferByChance(last.one, last.other),
    };
  }
  if (pairs.length === 0) return { missing: 'falta o mesmo mês do ano anterior' };
  if (comparable.length === 0)
    return { missing: 'falta o arquivo principal (MOV) de um dos dois meses' };
  if (enough.length > 0) return { missing: 'falta o INPC de um dos dois meses' };
  const counts = comparable.map(({ now, before }) => Math.min(now.count, before.count));
  const maxCount = Math.max(...counts);
  return {
    missing: areEnough(maxCount, designEffect)
      ? comparisonReveals
      : fewText(maxCount, designEffect),
  };
}

function estimateIn({ median, medianInterval, real }: Month, money: MoneyKind): Estimate | null {
  if (money === 'real') return real;
  return median === null ? null : { median, medianInterval };
}

export const yearOnYearHeader = 'Mudança anual além do acaso';

/** The change in a table's row, as a share: if the trend as a whole states one, and beyond chance; otherwise null. */
export function yearOnYear(trend: TrendPanel, yearMonth: string, money: MoneyKind): number | null {
  const months = trend.months.map((one) => ({ ...one, isRequested: one.month === yearMonth }));
  const yearly = yearChange({ ...trend, months }, money);
  return 'missing' in yearChange(trend, money) || 'missing' in yearly || yearly.mayBeChance
    ? null
    : yearly.change;
}
