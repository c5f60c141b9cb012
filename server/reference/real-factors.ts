import type { PriceFactor } from '../../shared/statistics/deflation.ts';
import { allInpcMonths, monthAfter } from './inpc.ts';

/** The factors that convert money of each month to that of `realMonth`. */
export interface RealFactors {
  /** AAAAMM; null if no month has a known index. */
  readonly realMonth: string | null;
  /** Months after `realMonth`, whose index is not known yet, have no factor. */
  readonly factors: ReadonlyMap<string, PriceFactor>;
}

const whole = { numerator: 1n, denominator: 1n };
const hundredthsOfPercent = 10_000n;

/** Exact factors to the money of the last of some ascending months (AAAAMM) with a known index. */
export function realFactors(months: readonly string[]): RealFactors {
  const known = allInpcMonths();
  const [first, last] = [known[0]?.month, known.at(-1)?.month];
  if (first === undefined || last === undefined) return { realMonth: null, factors: new Map() };
  const covered = months.filter((month) => monthAfter(month) >= first && month <= last);
  const realMonth = covered.at(-1) ?? null;
  return { realMonth, factors: realMonth === null ? new Map() : factorsTo(realMonth, covered) };
}

/** Exact factors from each of some months to the money of another; months without a known index have none. */
export function factorsTo(
  realMonth: string,
  months: readonly string[],
): ReadonlyMap<string, PriceFactor> {
  const known = allInpcMonths();
  const [first = ''] = known.map(({ month }) => month);
  const factors = new Map<string, PriceFactor>();
  const wanted = new Set(months);
  let factor = whole;
  for (const { month, hundredths } of known.toReversed()) {
    if (month > realMonth) continue;
    if (wanted.has(month)) factors.set(month, factor);
    factor = {
      numerator: factor.numerator * (hundredthsOfPercent + BigInt(hundredths)),
      denominator: factor.denominator * hundredthsOfPercent,
    };
  }
  const beforeFirst = months.find((month) => month < first && monthAfter(month) >= first);
  if (beforeFirst !== undefined) factors.set(beforeFirst, factor);
  return factors;
}
