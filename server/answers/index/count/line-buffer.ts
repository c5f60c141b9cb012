import { countedPass, type FilterTables, type Passes } from './filter-tables.ts';
import {
  detailsOf,
  kernelRoom,
  makeRoom,
  narrowLines,
  passLines,
  translateCodes,
  type LineRange,
} from './line-kernel.ts';
import { widthOf } from '../format/line-columns.ts';
import type { Run } from './runs.ts';

/** The parts of a query that apply to every line, besides the month's own codes. */
export interface LineFilters {
  readonly tables: FilterTables;
  /** Whether each usual line passes all filters and counts, if its salary does. */
  readonly countsAllUsual: boolean;
  /** Whether any line that is not usual counts. */
  readonly countsOthers: boolean;
  readonly readsMunicipalities: boolean;
  readonly readsSubclasses: boolean;
}

let timesBegun = 0;

export interface LineReading {
  readonly filters: LineFilters;
  readonly atOnce: number;
  /** A 1 in its first element stops the reading. */
  readonly stop: Int32Array;
}

/** The query was cancelled: no request waits for its lines. */
class StoppedError extends Error {
  constructor() {
    super('The counting was stopped.');
    this.name = 'StoppedError';
  }
}

/**
 * Lines in memory, column by column. All buffers of a thread share this memory: `begin` on any of them discards the
 * previous lines.
 */
export class LineBuffer {
  length = 0;
  readonly filters: LineFilters;
  /** Approximate number of lines in the buffer at a time. */
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

  /** Indexes among the codes of all months if the panels need them; otherwise the month's own indexes. */
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

  /** A number that changes whenever this thread's buffer gets other lines. */
  get contents(): number {
    return timesBegun;
  }

  /** Throws `StoppedError` once the query is cancelled. */
  requireReader(): void {
    if (Atomics.load(this.#stop, 0) === 1) throw new StoppedError();
  }

  /** Empties the buffer and reserves memory for this many lines. Throws as `requireReader` does. */
  begin(lines: number): void {
    this.requireReader();
    this.length = 0;
    timesBegun += 1;
    makeRoom(lines);
  }

  /** Appends lines without their salaries; returns where they begin. */
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

  /** Computes which filters some lines pass. `first` is the first line's index in the month. */
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
