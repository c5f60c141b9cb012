import type { PriceFactor } from '../../shared/statistics/deflation.ts';
import { monthLater } from '../../shared/codes/months.ts';

/** INPC (IBGE; Banco Central's SGS series 188): the change of consumer prices in each month. */
export interface InpcMonth {
  /** AAAAMM. */
  readonly month: string;
  /** Hundredths of a per cent: 0.36 % is 36. */
  readonly hundredths: number;
  readonly source: string;
}

const source = 'IBGE, INPC, variação mensal (BCB SGS 188)';

const builtInYears: Readonly<Record<string, readonly number[]>> = {
  2019: [36, 54, 77, 60, 15, 1, 10, 12, -5, 4, 54, 122],
  2020: [19, 17, 18, -23, -25, 30, 44, 36, 87, 89, 95, 146],
  2021: [27, 82, 86, 38, 96, 60, 102, 88, 120, 116, 84, 73],
  2022: [67, 100, 171, 104, 45, 62, -60, -31, -32, 47, 38, 69],
  2023: [46, 77, 64, 53, 36, -10, -9, 20, 11, 12, 10, 55],
  2024: [57, 81, 19, 37, 46, 25, 26, -14, 48, 61, 33, 48],
  2025: [0, 148, 51, 48, 35, 23, 21, -21, 52, 3, 3, 21],
  2026: [39, 56, 91, 81, 65, 14],
};

export const builtInInpc: readonly InpcMonth[] = Object.entries(builtInYears).flatMap(
  ([year, changes]) =>
    changes.map((hundredths, index) => ({
      month: `${year}${String(index + 1).padStart(2, '0')}`,
      hundredths,
      source,
    })),
);

/** The last month of the INPC that the product has built in. */
export const lastBuiltInInpc = builtInInpc.at(-1)?.month ?? '';

let allMonths = builtInInpc;

/** Every known month, ascending and without a gap. */
export const allInpcMonths = () => allMonths;

/** Puts imported months after the built-in ones in force: a newer version may have some of them built in. */
export function useImportedInpc(imported: readonly InpcMonth[]): void {
  const newer = imported.filter(({ month }) => month > lastBuiltInInpc);
  allMonths = [...builtInInpc, ...newer.toSorted((a, b) => (a.month < b.month ? -1 : 1))];
}

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
  const covered = months.filter((month) => monthLater(month, 1) >= first && month <= last);
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
  const beforeFirst = months.find((month) => month < first && monthLater(month, 1) >= first);
  if (beforeFirst !== undefined) factors.set(beforeFirst, factor);
  return factors;
}
