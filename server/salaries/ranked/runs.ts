import type { LineOrder, MonthCodes } from './line-buffer.ts';
import { numbersOfRun, type MovementLines } from './layout.ts';
import type { MonthFile } from './month-file.ts';
import type { AskedOccupations, PayBounds, PlannedMonth } from './plan.ts';

/** A month's file with what of it a question needs. */
export interface OpenMonth {
  readonly planned: PlannedMonth;
  readonly file: MonthFile;
  readonly codes: MonthCodes;
}

/** Lines of a month that lie together, from the lowest salary to the highest; those without one come first. */
export interface Run {
  readonly month: OpenMonth;
  readonly order: LineOrder;
  /** Of the occupation; null for all. */
  readonly cbo: number | null;
  readonly balance: 1 | -1;
  readonly start: number;
  readonly known: number;
  readonly end: number;
  readonly pays: RunPays;
}

/** The salaries of a run's lines, from `known` to `end`. */
export interface RunPays {
  /** The first line whose salary is not below each of some ascending salaries in centavos. */
  placesOf(salaries: ArrayLike<number>): Uint32Array;
  /** Every so manieth salary between two lines. */
  sample(from: number, to: number, step: number): number[];
  read(from: number, to: number, into: Uint32Array): void;
}

/** The runs of a month that hold a question's lines, of every movement. */
export function runsOf(month: OpenMonth, occupations: AskedOccupations | null): Run[] {
  const { movements } = month.file.header;
  return movements.flatMap((movement) =>
    occupations === null
      ? [salaryRun(month, movement)]
      : occupationRuns(month, movement, occupations),
  );
}

function salaryRun(month: OpenMonth, movement: MovementLines): Run {
  const { file } = month;
  const { balance, start, known, end } = movement;
  return {
    month,
    order: 'salary',
    cbo: null,
    balance,
    start,
    known,
    end,
    pays: new DistinctPays(file, movement),
  };
}

function occupationRuns(
  month: OpenMonth,
  { balance, start, end: last }: MovementLines,
  { codes, family }: AskedOccupations,
): Run[] {
  const { file } = month;
  const ranges = codes
    .filter((code) => Math.floor(code / codesOfFamily) !== family)
    .map((code) => [code, code + 1] as const);
  if (family !== null) ranges.push([family * codesOfFamily, (family + 1) * codesOfFamily]);
  const [first, end] = [firstRun(file, 1, start), firstRun(file, 1, last)];
  return ranges.flatMap(([from, to]) => {
    const runs: Run[] = [];
    for (let run = firstRun(file, 0, from, first, end); run < end; run++) {
      const at = run * numbersOfRun;
      const cbo = file.runs[at] ?? to;
      if (cbo >= to) break;
      const [begin, known, over] = [
        file.runs[at + 1] ?? 0,
        file.runs[at + 2] ?? 0,
        file.runs[at + 3] ?? 0,
      ];
      const pays = new ListedPays(file, known, over);
      runs.push({ month, order: 'occupation', cbo, balance, start: begin, known, end: over, pays });
    }
    return runs;
  });
}

const codesOfFamily = 100;

/** The first run between two whose number in a place is not below a value; they ascend there. */
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
    if ((runs[middle * numbersOfRun + place] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Fewer numbers are sooner written one by one. */
const worthFilling = 50;

/** Salary by salary with where its lines end. */
class DistinctPays implements RunPays {
  readonly #known: number;
  readonly #pays: Uint32Array;
  readonly #ends: Uint32Array;

  constructor(file: MonthFile, { known, firstPay, endPay }: MovementLines) {
    this.#known = known;
    this.#pays = new Uint32Array(endPay - firstPay);
    this.#ends = new Uint32Array(endPay - firstPay);
    file.read('distinctPays', firstPay, this.#pays);
    file.read('distinctEnds', firstPay, this.#ends);
  }

  placesOf(salaries: ArrayLike<number>): Uint32Array {
    return Uint32Array.from(salaries, (salary) => {
      const place = firstNotBelow(this.#pays, salary);
      return place === 0 ? this.#known : (this.#ends[place - 1] ?? 0);
    });
  }

  sample(from: number, to: number, step: number): number[] {
    const sampled: number[] = [];
    let place = firstNotBelow(this.#ends, from + 1);
    for (let line = from; line < to; line += step) {
      while ((this.#ends[place] ?? to) <= line) place++;
      sampled.push(this.#pays[place] ?? 0);
    }
    return sampled;
  }

  read(from: number, to: number, into: Uint32Array): void {
    let place = firstNotBelow(this.#ends, from + 1);
    for (let line = from; line < to; place++) {
      const end = Math.min(to, this.#ends[place] ?? to);
      const pay = this.#pays[place] ?? 0;
      if (end - line > worthFilling) {
        into.fill(pay, line - from, end - from);
        line = end;
      } else for (; line < end; line++) into[line - from] = pay;
    }
  }
}

/** Line by line; read when they are first asked for. */
class ListedPays implements RunPays {
  readonly #file: MonthFile;
  readonly #known: number;
  readonly #end: number;
  #pays: Uint32Array | undefined;

  constructor(file: MonthFile, known: number, end: number) {
    this.#file = file;
    this.#known = known;
    this.#end = end;
  }

  placesOf(salaries: ArrayLike<number>): Uint32Array {
    const pays = this.#all();
    return Uint32Array.from(salaries, (salary) => this.#known + firstNotBelow(pays, salary));
  }

  sample(from: number, to: number, step: number): number[] {
    const pays = this.#all();
    const sampled: number[] = [];
    for (let line = from; line < to; line += step) sampled.push(pays[line - this.#known] ?? 0);
    return sampled;
  }

  read(from: number, to: number, into: Uint32Array): void {
    into.set(this.#all().subarray(from - this.#known, to - this.#known));
  }

  #all(): Uint32Array {
    if (this.#pays === undefined) {
      this.#pays = new Uint32Array(this.#end - this.#known);
      this.#file.read('occupation.pay', this.#known, this.#pays);
    }
    return this.#pays;
  }
}

/** The place of the first number that is not below a value; their count where all are. */
function firstNotBelow(numbers: Uint32Array, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where a run's lines stand against a rule and, within it, against the salary range that was asked. */
export interface Zones {
  /** Where the lines begin that are not below the rule's bounds, and those that are above them. */
  readonly low: number;
  readonly high: number;
  /** The lines counted. */
  readonly from: number;
  readonly to: number;
}

export function zonesOf({ pays }: Pick<Run, 'pays'>, rule: PayBounds, range: PayBounds): Zones {
  const first = Math.max(rule.lowest, range.lowest);
  const last = Math.min(rule.highest, range.highest);
  const [low = 0, high = 0, from = 0, to = 0] = pays.placesOf([
    rule.lowest,
    rule.highest + 1,
    first,
    last + 1,
  ]);
  const end = Math.max(low, high);
  const begin = Math.min(Math.max(low, from), end);
  return { low, high: end, from: begin, to: Math.min(Math.max(begin, to), end) };
}
