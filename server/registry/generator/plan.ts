import { createHash } from 'node:crypto';
import { range, sum } from 'd3-array';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { minimumWageCentavos } from '../../reference/minimum-wage.ts';
import { monthLater, monthsBetween } from '../../../shared/codes/months.ts';
import { builtInFigures } from '../../reference/official-figures.ts';
import { calibration } from './tables.ts';
import { defined } from '../../../shared/codes/defined.ts';

/** The months to generate, and the mean number of movement lines per month. */
export interface GeneratorOrder {
  /** AAAAMM, ascending and consecutive, from 202001 on. */
  readonly months: readonly string[];
  /** Lines of MOV and FOR. The number varies by season, and its mean over the months is exactly this. */
  readonly linesPerMonth: number;
  /** The same order with the same seed generates the same lines. */
  readonly seed: string;
}

export interface GeneratorPlan {
  readonly months: readonly MonthConditions[];
  /** Ordered by month, and within a month MOV, FOR, EXC. */
  readonly files: readonly PlannedFile[];
}

export interface PlannedFile {
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
  /** The month's position in the plan, from 1. */
  readonly declared: number;
  readonly lines: number;
  /** The origin of its lines: the key of the file, or for EXC the lines of other files that it cancels. */
  readonly key: number;
  readonly cancelled: readonly CancelledLines[];
}

/** A range of lines of another file. */
export interface CancelledLines {
  readonly file: PlannedFile;
  readonly first: number;
  readonly count: number;
  /** Whether the other file does not have these lines, so that the exclusions match none. */
  readonly isAstray: boolean;
}

/** The parameters of a month, which apply to all its movements. */
export interface MonthConditions {
  /** AAAAMM. */
  readonly month: string;
  /** Number of movements declared in the month in the whole country. */
  readonly volume: number;
  /** The share of admissions among them, from 0 to 1. */
  readonly admissions: number;
  /** Centavos. */
  readonly minimumWage: number;
  /**
   * The reference wages by which drawn pay is scaled, in centavos: the mean minimum wage of the twelve months around,
   * and that of the calendar year.
   */
  readonly level: number;
  readonly yearLevel: number;
}

/** MTE's figures of a month, as declared. */
const publishedIn = (wanted: string) =>
  builtInFigures.find(({ month, series }) => month === wanted && series === 'declarada');

/** The month whose growth the season of the calibration has. */
const seasonMonth = '202207';
const monthlyGrowth = 1.035 ** (1 / 12);

/** The conditions of a month (AAAAMM): MTE's figures, or an estimate from the season and the years around. */
function monthConditions(month: string): MonthConditions {
  const growth = monthlyGrowth ** monthsBetween(seasonMonth, month);
  const usual = (calibration.season[Number(month.slice(4)) - 1] ?? []).map(
    (lines) => lines * growth,
  );
  const published = publishedIn(month);
  const admissions = published?.admissions ?? usual[0] ?? 0;
  const separations = published?.separations ?? usual[1] ?? 0;
  return {
    month,
    volume: admissions + separations,
    admissions: admissions / (admissions + separations),
    minimumWage: minimumWageCentavos(month),
    level: meanWage(monthLater(month, -5)),
    yearLevel: meanWage(`${month.slice(0, 4)}01`),
  };
}

const meanWage = (first: string) =>
  sum(range(12), (later) => minimumWageCentavos(monthLater(first, later)) / 12);

/** Share of the exclusions that match no line. */
const astrayShare = 0.03;

/** The shares of FOR and EXC lines in the calibration's month, relative to its movements. */
const calibratedLines = monthConditions('202307').volume + calibration.lines;
const lateShare = calibration.lines / calibratedLines;
const excludedShare = calibration.excludedLines / calibratedLines;

export function planMonths({ months, linesPerMonth, seed }: GeneratorOrder): GeneratorPlan {
  const conditions = months.map(monthConditions);
  const counts = apportion(
    months.length * linesPerMonth,
    conditions.map(({ volume }) => volume),
  );
  const movements = new Map<PlannedFile, number>();
  const files = conditions.flatMap(({ month }, index) => {
    const all = defined(counts[index]);
    const declared = index + 1;
    const late = index === 0 ? 0 : Math.round(all * lateShare);
    const excluded = index === 0 ? 0 : Math.round(all * excludedShare);
    const cancelled = cancelLines(movements, excluded, declared);
    const planned = (kind: FileKind, lines: number): PlannedFile => {
      const key = keyOf(`${seed} ${kind} ${month}`);
      return { kind, month, declared, lines, key, cancelled: kind === 'EXC' ? cancelled : [] };
    };
    const own = [planned('MOV', all - late), planned('FOR', late)].filter(({ lines }) => lines > 0);
    for (const file of own) movements.set(file, 0);
    const cancelledCount = sum(cancelled, ({ count }) => count);
    return cancelledCount === 0 ? own : [...own, planned('EXC', cancelledCount)];
  });
  return { months: conditions, files };
}

/** Distributes a whole number by weights; the parts add up to it exactly. */
function apportion(count: number, weights: readonly number[]): number[] {
  const total = sum(weights);
  if (total === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight / total) * count);
  const shares = exact.map(Math.floor);
  const left = count - sum(shares);
  const byRest = [...exact.keys()].toSorted(
    (a, b) => (defined(exact[b]) % 1) - (defined(exact[a]) % 1) || a - b,
  );
  for (const index of byRest.slice(0, left)) shares[index] = defined(shares[index]) + 1;
  return shares;
}

/**
 * Chooses lines of the planned movement files for exclusions, each line at most once. `movements` has the number of
 * cancelled lines of each file, which the function updates.
 */
function cancelLines(
  movements: Map<PlannedFile, number>,
  count: number,
  declared: number,
): CancelledLines[] {
  const files = [...movements];
  const found = Math.round(count * (1 - astrayShare));
  const counts = apportion(
    found,
    files.map(([file]) => exclusionWeight(file, declared - file.declared)),
  );
  const cancelled = files.flatMap(([file, first], index) => {
    const taken = Math.min(defined(counts[index]), file.lines - first);
    movements.set(file, first + taken);
    return taken === 0 ? [] : [{ file, first, count: taken, isAstray: false }];
  });
  const [last] = files.at(-1) ?? [];
  if (last === undefined || count === found) return cancelled;
  return [...cancelled, { file: last, first: last.lines, count: count - found, isAstray: true }];
}

/** The weight with which exclusions cancel lines of a file, given its age in months. */
function exclusionWeight({ kind }: PlannedFile, monthsBack: number): number {
  const counts = calibration.excluded.get(kind === 'FOR' ? '1' : '0') ?? [];
  const known = counts.find(([back]) => Number(back) === monthsBack);
  const farthest = counts.slice(-12);
  return known?.[1] ?? sum(farthest, ([, lines]) => lines) / (4 * farthest.length);
}

/** 52 bits, which a query parameter represents exactly. */
function keyOf(text: string): number {
  return Number(createHash('sha256').update(text).digest().readBigUInt64BE() >> 12n);
}
