import {
  countedPass,
  lowBits,
  lowMask,
  midMask,
  passesFor,
  type FilterTables,
  type Passes,
} from './filter-tables.ts';
import { flagsShift, widthOf, type Width } from './line-codes.ts';
import { numbersOf, type Numbers } from './number-blocks.ts';
import type { Run } from './runs.ts';

/** What of a question is asked of every line, beside the month's own codes. */
export interface LineFilters {
  readonly tables: FilterTables;
  /** Whether every line passes all filters. */
  readonly areNone: boolean;
  /** Whether each usual line passes all filters and counts, if its salary does. */
  readonly countsAllUsual: boolean;
  /** Whether any other line counts. */
  readonly countsOthers: boolean;
  readonly readsMunicipalities: boolean;
  readonly readsSubclasses: boolean;
}

// A thread counts one question at a time: the memory for its lines is used for all of them.
let room = columnsFor(0);
let timesBegun = 0;
// As many as lines that were read at once, by their width.
const detailRooms = new Map<Width, Numbers>();

function roomForDetails(width: Width, lines: number): Numbers {
  const known = detailRooms.get(width);
  if (known !== undefined && known.length >= lines) return known.subarray(0, lines);
  const made = new numbersOf[width](lines);
  detailRooms.set(width, made);
  return made;
}

function columnsFor(lines: number) {
  return {
    pay: new Uint32Array(lines),
    traits: new Uint32Array(lines),
    passes: passesFor(lines),
    municipality: new Uint16Array(lines),
    subclass: new Uint16Array(lines),
  };
}

export interface LineReading {
  readonly filters: LineFilters;
  readonly atOnce: number;
  /** 1 in its first place ends the reading. */
  readonly stop: Int32Array;
}

/** Nobody waits for the lines any more. */
export class StoppedError extends Error {
  constructor() {
    super('The counting was stopped.');
    this.name = 'StoppedError';
  }
}

/** Lines in memory, column by column; whoever begins anew, with this or another buffer, loses those before. */
export class LineBuffer {
  length = 0;
  readonly filters: LineFilters;
  /** About so many lines are in it at a time. */
  readonly atOnce: number;
  readonly #stop: Int32Array;

  constructor({ filters, atOnce, stop }: LineReading) {
    this.filters = filters;
    this.atOnce = atOnce;
    this.#stop = stop;
  }

  /** Centavos. */
  get pay(): Uint32Array {
    return room.pay;
  }

  get traits(): Uint32Array {
    return room.traits;
  }

  /** Which filters each line passes, and whether it counts: bits of `filter-tables.ts`. */
  get passes(): Passes {
    return room.passes;
  }

  get municipality(): Uint16Array {
    return room.municipality;
  }

  get subclass(): Uint16Array {
    return room.subclass;
  }

  /** Whether every line of a run passes all filters and counts, if its salary does. */
  areWhole({ isUsual }: Pick<Run, 'isUsual'>): boolean {
    return isUsual && this.filters.countsAllUsual;
  }

  /** Another number whenever the lines of this thread are others. */
  get contents(): number {
    return timesBegun;
  }

  /** Throws `StoppedError` once nobody waits for the lines. */
  requireReader(): void {
    if (Atomics.load(this.#stop, 0) === 1) throw new StoppedError();
  }

  /** Room for so many lines, of which there are none yet. Throws as `requireReader` does. */
  begin(lines: number): void {
    this.requireReader();
    this.length = 0;
    timesBegun += 1;
    if (lines > room.pay.length) room = columnsFor(lines);
  }

  /** Reads lines behind those that are there, all but their salaries; answers where they begin. */
  read(run: Pick<Run, 'month' | 'order' | 'isUsual'>, from: number, to: number): number {
    const { order } = run;
    const { file, codes } = run.month;
    const at = this.length;
    const end = at + to - from;
    const { tables, areNone, readsMunicipalities, readsSubclasses } = this.filters;
    file.read(`${order}.traits`, from, this.traits.subarray(at, end));
    if (readsMunicipalities) {
      file.read(`${order}.municipality`, from, this.municipality.subarray(at, end));
    }
    if (readsSubclasses) file.read(`${order}.subclass`, from, this.subclass.subarray(at, end));
    this.length = end;
    if (this.areWhole(run)) {
      this.passes.fill(countedPass, at, end);
      return at;
    }
    if (areNone) {
      passFlags(this.passes, this.traits, tables.flags, at, end);
      return at;
    }
    pass(this.passes, this.traits, tables, at, end);
    for (const [column, table] of tables.details) {
      const details = roomForDetails(widthOf(column), end - at);
      file.read(`${order}.${column}`, from, details);
      narrow(this.passes.subarray(at, end), details, table);
    }
    if (codes.municipalityPasses !== null) {
      narrow(
        this.passes.subarray(at, end),
        this.municipality.subarray(at, end),
        codes.municipalityPasses,
      );
    }
    if (codes.subclassPasses !== null) {
      narrow(this.passes.subarray(at, end), this.subclass.subarray(at, end), codes.subclassPasses);
    }
    return at;
  }
}

function pass(
  passes: Passes,
  traits: Uint32Array,
  { low, mid, flags }: FilterTables,
  from: number,
  to: number,
): void {
  for (let line = from; line < to; line++) {
    const codes = traits[line] ?? 0;
    passes[line] =
      (low[codes & lowMask] ?? 0) &
      (mid[(codes >>> lowBits) & midMask] ?? 0) &
      (flags[codes >>> flagsShift] ?? 0);
  }
}

/** The same where no filter asks for the others. */
function passFlags(
  passes: Passes,
  traits: Uint32Array,
  flags: Passes,
  from: number,
  to: number,
): void {
  for (let line = from; line < to; line++)
    passes[line] = flags[(traits[line] ?? 0) >>> flagsShift] ?? 0;
}

function narrow(passes: Passes, codes: Numbers, table: Passes): void {
  for (let line = 0; line < passes.length; line++) {
    passes[line] = (passes[line] ?? 0) & (table[codes[line] ?? 0] ?? 0);
  }
}
