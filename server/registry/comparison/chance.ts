import type { FileKind } from '../../../shared/contracts/uploads.ts';

/**
 * What chance and the usual course of months explain. A file is judged by some sixty figures, and one file in a
 * hundred may be stopped in vain: four standard deviations leave one figure in fifteen thousand.
 */
const deviations = 4;

/** Lines of one employer come together: so many tell as much as one drawn alone (Kish's design effect). */
const together = 4;

/**
 * One employer may declare so many lines of one sort in a month: late ones a year's at once, without a salary say. In
 * CAGEDFOR202307 one employer has 740 of a state's 840 lines of a month.
 */
const employerLines = { MOV: 100, FOR: 1000, EXC: 1000 } as const satisfies Record<
  FileKind,
  number
>;

/** The share of so many lines that one employer may have. */
export const employerShare = (kind: FileKind, lines: number) =>
  lines === 0 ? 1 : Math.min(1, employerLines[kind] / lines);

/** The same, without the lines that one employer may have brought; never fewer than `other`. */
export const withoutEmployer = (kind: FileKind, lines: number, other: number) =>
  Math.max(lines - employerLines[kind], Math.min(lines, other));

/** An earlier month's difference from its own neighbours, with its standard deviation by chance alone. */
export interface PastDifference {
  readonly difference: number;
  readonly chance: number;
}

/** What is expected of months before any were seen weighs as much as so many that were. */
const expectedMonths = 3;

/**
 * How far months may honestly be apart whatever their size: as far as `expected` at first, and the more months there
 * are the more what they themselves did decides; never less than `least`.
 */
export function spreadOf(
  past: readonly PastDifference[],
  { expected, least }: { readonly expected: number; readonly least: number },
): number {
  const own = past.reduce(
    (sum, { difference, chance }) => sum + Math.max(0, difference ** 2 - chance ** 2),
    0,
  );
  const variance =
    (expectedMonths * (expected / deviations) ** 2 + own) / (expectedMonths + past.length);
  return Math.max(least, deviations * Math.sqrt(variance));
}

/** How far apart two figures may be: by their months' spread, and by chance (one standard deviation). */
export const allowed = (spread: number, chance: number) => Math.hypot(spread, deviations * chance);

/** The standard deviation of a share by chance; of few lines also where none was seen yet (Agresti and Coull). */
export function chanceOfShare(share: number, lines: number): number {
  if (lines === 0) return Number.POSITIVE_INFINITY;
  const likely = (share * lines + together) / (lines + 2 * together);
  return Math.sqrt((likely * (1 - likely) * together) / lines);
}

/** The same of a share that so many lines have shown that it needs no allowance for what was never seen. */
export const chanceOfKnownShare = (share: number, lines: number) =>
  lines === 0 ? Number.POSITIVE_INFINITY : Math.sqrt((share * (1 - share) * together) / lines);

/** The standard deviation of the logarithm of a count by chance. */
export const chanceOfCount = (lines: number) =>
  lines === 0 ? Number.POSITIVE_INFINITY : Math.sqrt(together / lines);

export function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
