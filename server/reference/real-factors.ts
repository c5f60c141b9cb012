import { allInpcMonths, monthAfter } from './inpc.ts';

/** What money of each month is worth in `realMonth`: Π(1 + INPC_k), k from the month after to `realMonth`. */
export interface RealFactors {
  /** AAAAMM; null while the index of none of the months is known. */
  readonly realMonth: string | null;
  /** Months after `realMonth`, whose index is not known yet, have none. */
  readonly factors: ReadonlyMap<string, number>;
}

/** Factors to the money of the last of some ascending months (AAAAMM) whose index is known. */
export function realFactors(months: readonly string[]): RealFactors {
  const known = allInpcMonths();
  const [first, last] = [known[0]?.month, known.at(-1)?.month];
  if (first === undefined || last === undefined) return { realMonth: null, factors: new Map() };
  const covered = months.filter((month) => monthAfter(month) >= first && month <= last);
  const realMonth = covered.at(-1) ?? null;
  const factors = new Map<string, number>();
  const wanted = new Set(covered);
  let factor = 1;
  for (const { month, hundredths } of known.toReversed()) {
    if (realMonth === null || month > realMonth) continue;
    if (wanted.has(month)) factors.set(month, factor);
    factor *= 1 + hundredths / 10_000;
  }
  const beforeFirst = covered.find((month) => month < first);
  if (beforeFirst !== undefined) factors.set(beforeFirst, factor);
  return { realMonth, factors };
}
