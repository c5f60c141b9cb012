import { createHash } from 'node:crypto';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { builtInFigures } from '../reconciliation/official-figures.ts';
import { readCounts } from './calibration.ts';
import { monthConditions, type MonthConditions } from './conditions.ts';
import { generatorTables } from './tables.ts';

/** What is to be made: months in a row with so many lines of movements a month in the mean. */
export interface GeneratorOrder {
  /** AAAAMM, ascending, from 202001 on, none left out. */
  readonly months: readonly string[];
  /** Lines of MOV and FOR; each month has its season, and together they have exactly so many a month. */
  readonly linesPerMonth: number;
  /** The same order and seed make the same lines. */
  readonly seed: string;
}

export interface GeneratorPlan {
  readonly months: readonly MonthConditions[];
  /** In the order of the months, and MOV, FOR, EXC. */
  readonly files: readonly PlannedFile[];
}

export interface PlannedFile {
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
  /** The month's place in the plan, from 1. */
  readonly declared: number;
  readonly lines: number;
  /** Where its lines begin: the file's key, or the lines of other files that it cancels. */
  readonly key: number;
  readonly cancelled: readonly CancelledLines[];
}

/** A row of lines of another file. */
export interface CancelledLines {
  readonly key: number;
  readonly declared: number;
  readonly isLate: boolean;
  readonly first: number;
  readonly count: number;
  /** Lines that the other file does not have, so that the exclusions find none. */
  readonly isAstray: boolean;
}

/** Of the exclusions, those that find no line. */
const astrayShare = 0.03;

const { calibration } = generatorTables();

/** The lines of FOR and EXC of the calibration, against all movements that MTE told of its month. */
const told = builtInFigures.find(
  ({ month, series }) => month === '202307' && series === 'declarada',
);
const toldLines = (told?.admissions ?? 0) + (told?.separations ?? 0);
const lateShare = calibration.lines / (toldLines + calibration.lines);
const excludedShare = calibration.excludedLines / (toldLines + calibration.lines);

/** Plans every file, to the line. */
export function planMonths({ months, linesPerMonth, seed }: GeneratorOrder): GeneratorPlan {
  const conditions = months.map(monthConditions);
  const lines = apportion(
    months.length * linesPerMonth,
    conditions.map(({ volume }) => volume),
  );
  const movements = new Movements(seed);
  const files = conditions.flatMap(({ month }, index) => {
    const all = lines[index] ?? 0;
    const declared = index + 1;
    const late = index === 0 ? 0 : Math.round(all * lateShare);
    const excluded = index === 0 ? 0 : Math.round(all * excludedShare);
    const cancelled = movements.cancel(excluded, declared);
    const own = [
      movements.add({ kind: 'MOV', month, declared, lines: all - late }),
      movements.add({ kind: 'FOR', month, declared, lines: late }),
      {
        ...({ kind: 'EXC', month, declared, key: 0, cancelled } as const),
        lines: cancelled.reduce((sum, { count }) => sum + count, 0),
      },
    ];
    return own.filter((file) => file.lines > 0);
  });
  return { months: conditions, files };
}

/** Shares a whole number out by weights, to the last one. */
function apportion(count: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight / total) * count);
  const shares = exact.map(Math.floor);
  const left = count - shares.reduce((sum, share) => sum + share, 0);
  const byRest = [...exact.keys()].toSorted(
    (a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1) || a - b,
  );
  for (const index of byRest.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

interface MovementFile extends PlannedFile {
  cancelledLines: number;
}

/** The files of movements so far, and how many of their lines exclusions have taken: each line once. */
class Movements {
  readonly #seed: string;
  readonly #files: MovementFile[] = [];

  constructor(seed: string) {
    this.#seed = seed;
  }

  add(file: Omit<PlannedFile, 'key' | 'cancelled'>): PlannedFile {
    const key = keyOf(`${this.#seed} ${file.kind} ${file.month}`);
    const planned = { ...file, key, cancelled: [], cancelledLines: 0 };
    if (file.lines > 0) this.#files.push(planned);
    return planned;
  }

  cancel(count: number, declared: number): CancelledLines[] {
    const found = Math.round(count * (1 - astrayShare));
    const counts = apportion(
      found,
      this.#files.map((file) => exclusionWeight(file, declared - file.declared)),
    );
    const taken = this.#files.flatMap((file, index) => this.#take(file, counts[index] ?? 0));
    const last = this.#files.at(-1);
    if (last === undefined || count === found) return taken;
    return [...taken, { ...rangeOf(last, last.lines, count - found), isAstray: true }];
  }

  #take(file: MovementFile, wanted: number): CancelledLines[] {
    const count = Math.min(wanted, file.lines - file.cancelledLines);
    if (count === 0) return [];
    const first = file.cancelledLines;
    file.cancelledLines += count;
    return [{ ...rangeOf(file, first, count), isAstray: false }];
  }
}

const rangeOf = ({ key, declared, kind }: PlannedFile, first: number, count: number) => ({
  key,
  declared,
  isLate: kind === 'FOR',
  first,
  count,
});

const excludedCounts = readCounts(calibration.excluded);

/** How often exclusions cancel a file of so many months before. */
function exclusionWeight({ kind }: PlannedFile, monthsBack: number): number {
  const counts = excludedCounts.get(kind === 'FOR' ? '1' : '0') ?? [];
  const known = counts.find(([back]) => Number(back) === monthsBack);
  const farthest = counts.slice(-12);
  return known?.[1] ?? farthest.reduce((sum, [, lines]) => sum + lines, 0) / (4 * farthest.length);
}

/** 52 bits, which a parameter carries exactly. */
function keyOf(text: string): number {
  return Number(createHash('sha256').update(text).digest().readBigUInt64BE() >> 12n);
}
