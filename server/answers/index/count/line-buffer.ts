import {
  countedBit,
  countedPass,
  passBits,
  passesFor,
  type FilterTables,
  type Passes,
} from './passes.ts';
import {
  kernelRoom,
  ensureCapacity,
  narrowByDetails,
  narrowLines,
  passLines,
  translateCodes,
  type LineRange,
} from './line-kernel.ts';
import { type LineOrder, severalStates } from '../format/layout.ts';
import { codedColumns, isUsual, maxCodes, type CodedColumn } from '../format/line-columns.ts';
import type { MonthFile } from '../format/month-file.ts';
import { defined } from '../../../../shared/codes/defined.ts';
import { firstNotBelow } from '../format/numbers.ts';
import { UncountableRowsError, type IndexPlan } from './plan.ts';
import { throwIfStopped } from './stop-flag.ts';

/** The parts of a query that apply to every line, besides the month's own codes. */
interface LineFilters {
  readonly tables: FilterTables;
  /** Whether each usual line passes all filters and counts, if its salary does. */
  readonly countsAllUsual: boolean;
  /** Whether any line that is not usual counts. */
  readonly countsOthers: boolean;
  readonly reads: Readonly<Record<CodedColumn, boolean>>;
}

// At module level: V8 compiles a function that is created for each query again after each collection of garbage.
const isCounted = (passes: number) => passes === countedPass;
const isUsualAt = (_passes: number, code: number) => isUsual(code);
const isOtherCounted = (passes: number, code: number) =>
  !isUsual(code) && (passes & countedBit) !== 0;

function lineFilters({ filters, shownState, hasSubclasses }: IndexPlan): LineFilters {
  const { low, mid, flags, details, codes } = filters;
  const passesEvery =
    details === null &&
    codedColumns.every((column) => codes[column] === null) &&
    low.every(isCounted) &&
    mid.every(isCounted);
  return {
    tables: filters,
    countsAllUsual: passesEvery && flags.filter(isUsualAt).every(isCounted),
    countsOthers: flags.some(isOtherCounted),
    reads: {
      municipality: shownState !== null || codes.municipality !== null,
      subclass: hasSubclasses || codes.subclass !== null,
    },
  };
}

/** Adjacent lines of a month, as a buffer reads them. */
interface ReadableRun {
  readonly month: { readonly file: MonthFile; readonly codes: MonthCodes };
  readonly order: LineOrder;
  readonly isUsual: boolean;
}

/** The files and the stop flag of a thread's reading. */
export interface Reading {
  readonly fileOf: (path: string) => MonthFile;
  readonly stop: Int32Array;
  readonly sizes?: Sizes;
}

/** Batch sizes. They affect only speed, never a result. */
export interface Sizes {
  readonly linesAtOnce: number;
  /**
   * Lines of a bin. Picking one rank scans all of them; counting a bin's groups together costs about as much as its
   * lines.
   */
  readonly linesOfBin: number;
}

export const usualSizes: Sizes = { linesAtOnce: 1_000_000, linesOfBin: 6_000 };

let timesBegun = 0;

/**
 * Lines in the kernel's memory, column by column. All buffers of a thread share this memory: `begin` on any of them
 * discards the previous lines. The column `passes` has the filters that each line passes, and whether it counts: bits of
 * passes.ts. The columns of codes have indexes among the codes of all months if the panels need them; otherwise
 * the month's own indexes.
 */
export class LineBuffer {
  length = 0;
  readonly filters: LineFilters;
  /** Approximate number of lines in the buffer at a time. */
  readonly atOnce: number;
  readonly #stop: Int32Array;

  constructor(plan: IndexPlan, { stop, sizes = usualSizes }: Reading) {
    this.filters = lineFilters(plan);
    this.atOnce = sizes.linesAtOnce;
    this.#stop = stop;
  }

  /** Whether every line of a run passes all filters and counts, if its salary does. */
  areWhole(run: Pick<ReadableRun, 'isUsual'>): boolean {
    return run.isUsual && this.filters.countsAllUsual;
  }

  /** A number that changes whenever this thread's buffer gets other lines. */
  get contents(): number {
    return timesBegun;
  }

  /** Empties the buffer and reserves memory for this many lines. Throws if the query is cancelled. */
  begin(lines: number): void {
    throwIfStopped(this.#stop);
    this.length = 0;
    timesBegun += 1;
    ensureCapacity(lines);
  }

  /** Divides a range of lines into pieces, for each of which it empties the buffer. */
  *pieces(range: LineRange, atOnce = this.atOnce): Generator<LineRange> {
    for (let { from } = range; from < range.to; from += atOnce) {
      const to = Math.min(range.to, from + atOnce);
      this.begin(to - from);
      yield { from, to };
    }
  }

  /** Appends lines without their salaries; returns where they begin. */
  read(run: ReadableRun, first: number, end: number): number {
    const { order, month } = run;
    const { file, codes } = month;
    const from = this.length;
    const to = from + end - first;
    this.length = to;
    const room = kernelRoom();
    file.read(`${order}.traits`, first, room.traits.subarray(from, to));
    const read = codedColumns.filter((column) => this.filters.reads[column]);
    for (const column of read) {
      file.read(`${order}.${column}`, first, room[column].subarray(from, to));
    }
    if (this.areWhole(run)) room.passes.fill(countedPass, from, to);
    else {
      passLines(this.filters.tables, { from, to });
      if (this.filters.tables.details !== null) {
        file.read(`${order}.details`, first, room.details.subarray(from, to));
        narrowByDetails({ from, to });
      }
      for (const column of read) {
        const { passes } = codes[column];
        if (passes !== null) narrowLines(room[column].subarray(from, to), passes, { from, to });
      }
    }
    for (const column of read) {
      const { places } = codes[column];
      if (places !== null) translateCodes(room[column].subarray(from, to), places);
    }
    return from;
  }
}

/** The lookup tables of a month's own codes for a query, by their index in the month. */
export type MonthCodes = Readonly<Record<CodedColumn, CodeTables>>;
interface CodeTables {
  /** The filters that each code passes; null without such a filter. */
  readonly passes: Passes | null;
  /** The index of each code among the listed codes of all the query's months; null if none is listed. */
  readonly places: Uint16Array | null;
}

/** The codes of all the query's months that its panels list. */
export type GroupCodes = Readonly<Record<CodedColumn, readonly number[]>>;

/**
 * Codes above the official ones, such as the empty code, appear in panels as not identified. No filter selects them
 * that way.
 */
const maxGroupCode = 9_999_999;

/**
 * Municipalities of the state that is shown, and subclasses within a section; both empty for a query about neither. Throws
 * `UncountableRowsError` for more codes of all months together than 16 bits can number.
 */
export function groupCodes(
  plan: Pick<IndexPlan, 'shownState' | 'hasSubclasses'>,
  files: readonly Pick<MonthFile, 'codes' | 'municipalityStates'>[],
): GroupCodes {
  const municipalities = new Set<number>();
  const subclasses = new Set<number>();
  for (const file of files) {
    if (plan.hasSubclasses) {
      for (const code of file.codes.subclass) subclasses.add(Math.min(code, maxGroupCode));
    }
    if (plan.shownState === null) continue;
    const codes = file.codes.municipality;
    const states = file.municipalityStates;
    for (let place = 0; place < codes.length; place++) {
      const state = states[place];
      if (state === plan.shownState || state === severalStates) {
        municipalities.add(defined(codes[place]));
      }
    }
  }
  if (Math.max(municipalities.size, subclasses.size) > maxCodes) {
    throw new UncountableRowsError('The months have more codes than the tables of the kernel.');
  }
  return { municipality: [...municipalities], subclass: [...subclasses] };
}

export function monthCodes(
  { filters }: { readonly filters: Pick<FilterTables, 'codes'> },
  { codes }: Pick<MonthFile, 'codes'>,
  shown: GroupCodes,
): MonthCodes {
  const tablesOf = (column: CodedColumn, bit: number): CodeTables => ({
    passes: passesOf(codes[column], filters.codes[column], bit),
    places: placesAmong(codes[column], shown[column]),
  });
  return {
    municipality: tablesOf('municipality', passBits.place),
    subclass: tablesOf('subclass', passBits.activity),
  };
}

function passesOf(codes: Uint32Array, set: readonly number[] | null, bit: number): Passes | null {
  if (set === null) return null;
  const passes = passesFor(codes.length).fill(countedPass & ~bit);
  for (const code of set) {
    const place = firstNotBelow(codes, code);
    if (codes[place] === code) passes[place] = countedPass;
  }
  return passes;
}

/** Codes that are not listed map to index 0. Their places are never read, because their lines are of other states. */
function placesAmong(codes: Uint32Array, shown: readonly number[]): Uint16Array | null {
  if (shown.length === 0) return null;
  const places = new Uint16Array(codes.length);
  const ofHighest = shown.indexOf(maxGroupCode);
  if (ofHighest !== -1) places.fill(ofHighest, firstNotBelow(codes, maxGroupCode));
  for (let place = 0; place < shown.length; place++) {
    const code = defined(shown[place]);
    const found = firstNotBelow(codes, code);
    if (codes[found] === code) places[found] = place;
  }
  return places;
}
