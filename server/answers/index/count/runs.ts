import { codesOfFamily, familyOf } from '../../query/filters/occupation-family.ts';
import { defined, fillStepped, firstNotBelow } from '../format/numbers.ts';
import { expandPays, kernelRoom } from './line-kernel.ts';
import {
  numbersOfRun,
  type LineOrder,
  type MovementLines,
  type SalaryRun,
} from '../format/layout.ts';
import type { MonthCodes } from './line-buffer.ts';
import type { MonthFile } from '../format/month-file.ts';
import type { PayRoom } from './pay-room.ts';
import type { AskedOccupations, PayBounds, PlannedMonth } from './plan.ts';

/** A month file with the data that a query needs. */
export interface OpenMonth {
  readonly planned: PlannedMonth;
  /** The position of the month among those of the query. */
  readonly index: number;
  readonly file: MonthFile;
  readonly codes: MonthCodes;
  /** The memory into which salaries are read. */
  readonly room: PayRoom;
}

/** Adjacent lines of a month, from the lowest salary to the highest; those without a salary come first. */
export interface Run {
  readonly month: OpenMonth;
  readonly order: LineOrder;
  readonly isUsual: boolean;
  /** The occupation of all lines; null in the order by salary. */
  readonly cbo: number | null;
  readonly balance: 1 | -1;
  readonly start: number;
  readonly known: number;
  readonly end: number;
  readonly pays: RunPays;
}

/** The salaries of a run's lines, from `known` to `end`. */
export interface RunPays {
  /** The first line whose salary in centavos is not below an amount. */
  placeOf(salary: number): number;
  /** Every `step`-th salary between two lines. */
  sample(from: number, to: number, step: number): number[];
  /** Reads them into the thread's column of salaries, from `at` on. */
  readLines(from: number, to: number, at: number): void;
}

/** The runs of a month that have lines of a query, of every movement. */
export function runsOf(month: OpenMonth, occupations: AskedOccupations | null): Run[] {
  const { movements } = month.file.header;
  return movements.flatMap((movement) =>
    occupations === null
      ? movement.salaryRuns.map((run) => runBySalary(month, movement, run))
      : [...runsByOccupation(month, movement.balance, occupations)],
  );
}

function runBySalary(month: OpenMonth, { balance }: MovementLines, run: SalaryRun): Run {
  const { isUsual, start, known, end } = run;
  const pays = new DistinctPays(month.file, run);
  const lines = { isUsual, cbo: null, balance, start, known, end };
  return { month, order: 'salary', ...lines, pays };
}

export interface OccupationRun extends Run {
  readonly cbo: number;
  readonly pays: ListedPays;
}

/** A movement's runs of some occupations, or of all, in the order of their codes. */
export function* runsByOccupation(
  month: OpenMonth,
  balance: 1 | -1,
  occupations: AskedOccupations | null,
): Generator<OccupationRun> {
  const { file } = month;
  const movement = file.header.movements.find((own) => own.balance === balance);
  if (movement === undefined) return;
  const [first, end] = [firstRun(file, 1, movement.start), firstRun(file, 1, movement.end)];
  for (const [from, over] of codeRanges(occupations)) {
    for (let run = firstRun(file, 0, from, first, end); run < end; run++) {
      const { firstJump, ...lines } = occupationRun(file, run);
      if (lines.cbo >= over) break;
      const pays = new ListedPays(month, { known: lines.known, end: lines.end, firstJump });
      yield { month, order: 'occupation', balance, ...lines, pays };
    }
  }
}

function occupationRun({ runs }: MonthFile, run: number) {
  const field = (place: number) => defined(runs[run * numbersOfRun + place]);
  return {
    cbo: field(0),
    start: field(1),
    known: field(2),
    end: field(3),
    isUsual: field(4) === 1,
    firstJump: field(5),
  };
}

/** Ranges of codes, ascending; the end is exclusive. */
function codeRanges(occupations: AskedOccupations | null): (readonly [number, number])[] {
  if (occupations === null) return [[0, Infinity]];
  const { codes, family } = occupations;
  const ranges = codes
    .filter((code) => familyOf(code) !== family)
    .map((code) => [code, code + 1] as const);
  if (family !== null) ranges.push([family * codesOfFamily, (family + 1) * codesOfFamily]);
  return ranges.toSorted(([a], [b]) => a - b);
}

/** The first run between two whose number at index `place` is not below a value; these numbers ascend. */
function firstRun(
  { runs }: MonthFile,
  place: number,
  value: number,
  first = 0,
  end = runs.length / numbersOfRun,
): number {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (defined(runs[middle * numbersOfRun + place]) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Distinct salaries with the end of each one's lines; read on first use. */
class DistinctPays implements RunPays {
  readonly #file: MonthFile;
  readonly #run: SalaryRun;
  #read: { readonly pays: Uint32Array; readonly ends: Uint32Array } | undefined;

  constructor(file: MonthFile, run: SalaryRun) {
    this.#file = file;
    this.#run = run;
  }

  placeOf(salary: number): number {
    const { pays, ends } = this.#all();
    const place = firstNotBelow(pays, salary);
    return place === 0 ? this.#run.known : defined(ends[place - 1]);
  }

  sample(from: number, to: number, step: number): number[] {
    const { pays, ends } = this.#all();
    const sampled: number[] = [];
    let place = firstNotBelow(ends, from + 1);
    for (let line = from; line < to; line += step) {
      while (defined(ends[place]) <= line) place++;
      sampled.push(defined(pays[place]));
    }
    return sampled;
  }

  readLines(from: number, to: number, at: number): void {
    const { pays, ends } = this.#all();
    const [first, last] = [firstNotBelow(ends, from + 1), firstNotBelow(ends, to)];
    const own = { pays: pays.subarray(first, last + 1), ends: ends.subarray(first, last + 1) };
    expandPays(own, { from, to }, at);
  }

  #all() {
    if (this.#read === undefined) {
      const { firstPay, endPay } = this.#run;
      const numbers = () => new Uint32Array(endPay - firstPay);
      this.#read = { pays: numbers(), ends: numbers() };
      this.#file.read('distinctPays', firstPay, this.#read.pays);
      this.#file.read('distinctEnds', firstPay, this.#read.ends);
    }
    return this.#read;
  }
}

/** The salary of each line; read on first use. */
class ListedPays implements RunPays {
  readonly #month: Pick<OpenMonth, 'file' | 'room'>;
  readonly #known: number;
  readonly #lines: { readonly end: number; readonly firstJump: number };
  #pays: Uint32Array | undefined;

  constructor(
    month: Pick<OpenMonth, 'file' | 'room'>,
    lines: { readonly known: number; readonly end: number; readonly firstJump: number },
  ) {
    this.#month = month;
    this.#known = lines.known;
    this.#lines = lines;
  }

  placeOf(salary: number): number {
    return this.#known + firstNotBelow(this.#all(), salary);
  }

  sample(from: number, to: number, step: number): number[] {
    const pays = this.#all();
    const sampled: number[] = [];
    for (let line = from; line < to; line += step) sampled.push(defined(pays[line - this.#known]));
    return sampled;
  }

  /** The salaries of some lines, ascending. */
  between(from: number, to: number): Uint32Array {
    return this.#all().subarray(from - this.#known, to - this.#known);
  }

  readLines(from: number, to: number, at: number): void {
    kernelRoom().pay.set(this.between(from, to), at);
  }

  #all(): Uint32Array {
    if (this.#pays === undefined) {
      const { end, firstJump } = this.#lines;
      const { file, room } = this.#month;
      const steps = stepsOf(end - this.#known);
      file.read('occupation.paySteps', this.#known, steps);
      this.#pays = room.take(steps.length);
      fillStepped(this.#pays, steps, file.payJumps, firstJump);
    }
    return this.#pays;
  }
}

// A thread reads one run after another, so all runs share the memory for steps.
let stepsRoom = new Uint16Array();

function stepsOf(lines: number): Uint16Array {
  if (lines > stepsRoom.length) stepsRoom = new Uint16Array(lines);
  return stepsRoom.subarray(0, lines);
}

/** The ranges of a run's lines for a rule and, within it, for the requested salary range. */
export interface Zones {
  /** The first line not below the rule's bounds, and the first line above them. */
  readonly low: number;
  readonly high: number;
  /** The range of the lines counted. */
  readonly from: number;
  readonly to: number;
}

export function zonesOf({ pays }: Pick<Run, 'pays'>, rule: PayBounds, range: PayBounds): Zones {
  const first = Math.max(rule.lowest, range.lowest);
  const last = Math.min(rule.highest, range.highest);
  const [low, high] = [pays.placeOf(rule.lowest), pays.placeOf(rule.highest + 1)];
  const [from, to] = [pays.placeOf(first), pays.placeOf(last + 1)];
  const end = Math.max(low, high);
  const begin = Math.min(Math.max(low, from), end);
  return { low, high: end, from: begin, to: Math.min(Math.max(begin, to), end) };
}
