import { sum } from 'd3-array';
import type { FileKind } from '../../../shared/contracts/uploads.ts';

/**
 * The difference that chance explains, in standard deviations. The checks compare some sixty figures of each file, and
 * at most one file in a hundred may be held without cause: chance exceeds four standard deviations in one figure of
 * fifteen thousand.
 */
const deviations = 4;

/** Lines of one employer are correlated: this many tell as much as one independent line (Kish's design effect). */
const together = 4;

/**
 * Maximum number of lines of one sort that a single employer declares in a month. Late lines of a whole year may come
 * at once, for example without a salary. In CAGEDFOR202307 one employer has 740 of a state's 840 lines of a month.
 */
const employerLines = { MOV: 100, FOR: 1000, EXC: 1000 } as const satisfies Record<
  FileKind,
  number
>;

/** The share of `lines` that one employer may have. */
export const employerShare = (kind: FileKind, lines: number) =>
  lines === 0 ? 1 : Math.min(1, employerLines[kind] / lines);

/** `lines` without those that one employer may have declared; never fewer than `other`, unless `lines` is. */
export const withoutEmployer = (kind: FileKind, lines: number, other: number) =>
  Math.max(lines - employerLines[kind], Math.min(lines, other));

/** The difference of an earlier month from its own neighbours, with its standard deviation by chance alone. */
export interface PastDifference {
  readonly difference: number;
  readonly chance: number;
}

/** Weight of the expected spread, in observed months. */
const expectedMonths = 3;

/**
 * How far apart genuine months may be, whatever their size. Without past months it is `expected`; the more past
 * months there are, the more their own differences decide. Never less than `least`.
 */
export function spreadOf(
  past: readonly PastDifference[],
  { expected, least }: { readonly expected: number; readonly least: number },
): number {
  const observed = sum(past, ({ difference, chance }) =>
    Math.max(0, difference ** 2 - chance ** 2),
  );
  const variance =
    (expectedMonths * (expected / deviations) ** 2 + observed) / (expectedMonths + past.length);
  return Math.max(least, deviations * Math.sqrt(variance));
}

/** How far apart two figures may be, given the months' spread and the standard deviation by chance. */
export const allowed = (spread: number, chance: number) => Math.hypot(spread, deviations * chance);

/** The standard deviation of a share by chance, with Agresti and Coull's adjustment for lines without a case. */
export function chanceOfShare(share: number, lines: number): number {
  if (lines === 0) return Number.POSITIVE_INFINITY;
  const likely = (share * lines + together) / (lines + 2 * together);
  return Math.sqrt((likely * (1 - likely) * together) / lines);
}

/**
 * The standard deviation by chance of a share that is known from many lines: without an adjustment for cases that have
 * not occurred yet.
 */
export const chanceOfKnownShare = (share: number, lines: number) =>
  lines === 0 ? Number.POSITIVE_INFINITY : Math.sqrt((share * (1 - share) * together) / lines);

/** The standard deviation of the logarithm of a count by chance. */
export const chanceOfCount = (lines: number) =>
  lines === 0 ? Number.POSITIVE_INFINITY : Math.sqrt(together / lines);
