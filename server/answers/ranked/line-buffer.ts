import { countedPass, type FilterTables, type Passes } from './filter-tables.ts';
import {
  detailsOf,
  kernelRoom,
  makeRoom,
  narrowLines,
  passLines,
  translateCodes,
  type LineRange,
} from './kernel/line-kernel.ts';
import { widthOf } from './line-codes.ts';
import type { Run } from './runs.ts';

/** What of a question is asked of every line, beside the month's own codes. */
export interface LineFilters {
  readonly tables: FilterTables;
  /** Whether each usual line passes all filters and counts, if its salary does. */
  readonly countsAllUsual: boolean;
  /** Whether any other line counts. */
  readonly countsOthers: boolean;
  readonly readsMunicipalities: boolean;
  readonly readsSubclasses: boolean;
}

let timesBegun = 0;

export interface LineReading {
  readonly filters: LineFilters;
  readonly atOnce: number;
  /** 1 in its first place ends the reading. */
  readonly stop: Int32Array;
}

/** Nobody waits for the lines any more. */
class StoppedError extends Error {
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
    return kernelRoom().pay;
  }

  get traits(): Uint32Array {
    return kernelRoom().traits;
  }

  /** Which filters each line passes, and whether it counts: bits of `filter-tables.ts`. */
  get passes(): Passes {
    return kernelRoom().passes;
  }

  /** Where they are told, their places among those of all months; the month's own otherwise. */
  get municipality(): Uint16Array {
    return kernelRoom().municipality;
  }

  get subclass(): Uint16Array {
    return kernelRoom().subclass;
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
    makeRoom(lines);
  }

  /** Reads lines behind those that are there, all but their salaries; answers where they begin. */
  read(run: Pick<Run, 'month' | 'order' | 'isUsual'>, from: number, to: number): number {
    const { order } = run;
    const { file, codes } = run.month;
    const at = this.length;
    const end = at + to - from;
    const { readsMunicipalities, readsSubclasses } = this.filters;
    file.read(`${order}.traits`, from, this.traits.subarray(at, end));
    if (readsMunicipalities) {
      file.read(`${order}.municipality`, from, this.municipality.subarray(at, end));
    }
    if (readsSubclasses) file.read(`${order}.subclass`, from, this.subclass.subarray(at, end));
    this.length = end;
    if (this.areWhole(run)) this.passes.fill(countedPass, at, end);
    else this.#pass(run, from, { from: at, to: end });
    const municipalities = this.municipality.subarray(at, end);
    if (codes.municipalities.length > 0) translateCodes(municipalities, codes.municipalities);
    const subclasses = this.subclass.subarray(at, end);
    if (codes.subclasses.length > 0) translateCodes(subclasses, codes.subclasses);
    return at;
  }

  /** Tells what lines pass, the first of which is a month's n-th. */
  #pass({ order, month }: Pick<Run, 'month' | 'order'>, first: number, own: LineRange): void {
    const { file, codes } = month;
    const { tables } = this.filters;
    passLines(tables, own);
    for (const [column, table] of tables.details) {
      const details = detailsOf(widthOf(column), own);
      file.read(`${order}.${column}`, first, details);
      narrowLines(details, table, own);
    }
    const { from, to } = own;
    if (codes.municipalityPasses !== null) {
      narrowLines(this.municipality.subarray(from, to), codes.municipalityPasses, own);
    }
    if (codes.subclassPasses !== null) {
      narrowLines(this.subclass.subarray(from, to), codes.subclassPasses, own);
    }
  }
}
