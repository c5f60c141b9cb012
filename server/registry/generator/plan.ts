import { createHash } from 'node:crypto';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { builtInFigures } from '../reconciliation/official-figures.ts';
import { readCounts } from './calibration.ts';
import { monthConditions, type MonthConditions } from './conditions.ts';
import { generatorTables } from './tables.ts';

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
  readonly key: number;
  readonly declared: number;
  readonly isLate: boolean;
  readonly first: number;
  readonly count: number;
  /** Whether the other file does not have these lines, so that the exclusions match none. */
  readonly isAstray: boolean;
}

/** Share of the exclusions that match no line. */
const astrayShare = 0.03;

const { calibration } = generatorTables();

/**
 * The movements that MTE published for the calibration's month. The shares of FOR and EXC lines are relative to them.
 */
const told = builtInFigures.find(
  ({ month, series }) => month === '202307' && series === 'declarada',
);
const toldLines = (told?.admissions ?? 0) + (told?.separations ?? 0);
const lateShare = calibration.lines / (toldLines + calibration.lines);
const excludedShare = calibration.excludedLines / (toldLines + calibration.lines);

/** Plans every file with its exact number of lines. */
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

/** Distributes a whole number by weights; the parts add up to it exactly. */
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

/**
 * The movement files planned so far, and how many of their lines exclusions have cancelled. Each line is cancelled at
 * most once.
 */
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

/** The weight with which exclusions cancel lines of a file, given its age in months. */
function exclusionWeight({ kind }: PlannedFile, monthsBack: number): number {
  const counts = excludedCounts.get(kind === 'FOR' ? '1' : '0') ?? [];
  const known = counts.find(([back]) => Number(back) === monthsBack);
  const farthest = counts.slice(-12);
  return known?.[1] ?? farthest.reduce((sum, [, lines]) => sum + lines, 0) / (4 * farthest.length);
}

/** 52 bits, which a query parameter represents exactly. */
function keyOf(text: string): number {
  return Number(createHash('sha256').update(text).digest().readBigUInt64BE() >> 12n);
}
