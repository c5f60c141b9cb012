import { codesOfFamily, familyOf } from '../../query/filters/occupation-family.ts';
import { defined } from '../../../../shared/codes/defined.ts';
import { firstNotBelow } from '../format/numbers.ts';
import { expandSalaries, type DistinctSalaries } from './line-kernel.ts';
import { maxPay, numbersOfRun, type LineOrder } from '../format/layout.ts';
import {
  groupCodes,
  LineBuffer,
  monthCodes,
  type MonthCodes,
  type Reading,
} from './line-buffer.ts';
import type { MonthFile } from '../format/month-file.ts';
import {
  UncountableRowsError,
  withoutGroups,
  type RequestedOccupations,
  type Balance,
  type IndexPlan,
  type PlannedMonth,
} from './plan.ts';
import { throwIfStopped } from './stop-flag.ts';

/** A month file with the data that a query needs. */
export interface OpenMonth {
  readonly planned: PlannedMonth;
  /** The position of the month among those of the query. */
  readonly index: number;
  readonly file: MonthFile;
  readonly codes: MonthCodes;
}

/** Opens the months of a plan. Returns the codes of their municipalities and subclasses that the panels list, too. */
export function openMonths(plan: IndexPlan, { fileOf }: Reading) {
  const files = plan.months.map(({ path }) => fileOf(path));
  const shown = groupCodes(plan, files);
  const months = files.map((file, index): OpenMonth => {
    const planned = defined(plan.months[index]);
    return { planned, index, file, codes: monthCodes(plan, file, shown) };
  });
  return { months, codes: shown };
}

/**
 * Adjacent lines of a month, from the lowest salary to the highest; those without a salary come first. All are usual, or
 * none is.
 */
export interface Run {
  readonly month: OpenMonth;
  readonly order: LineOrder;
  readonly isUsual: boolean;
  /** The occupation of all lines; 0 in the order by salary. */
  readonly cbo: number;
  readonly start: number;
  /** Where the lines without a salary end. */
  readonly known: number;
  readonly end: number;
  readonly salaries: RunSalaries;
}

/** The runs of a month that have lines of a plan's occupations, in the order in which such plans are counted. */
export function runsOf(
  month: OpenMonth,
  balances: readonly Balance[],
  occupations: RequestedOccupations | null,
): Run[] {
  const order = occupations === null ? 'salary' : 'occupation';
  return balances.flatMap((balance) => [...runsInOrder(month, order, balance, occupations)]);
}

/** A movement's runs of some occupations, or of all, in the order of their codes. */
export function* runsInOrder(
  month: OpenMonth,
  order: LineOrder,
  balance: Balance,
  occupations: RequestedOccupations | null,
): Generator<Run> {
  const runs = month.file.runs[order];
  for (const [from, over] of codeRanges(occupations)) {
    const end = firstRun(runs, balance, over);
    for (let run = firstRun(runs, balance, from); run < end; run++) {
      yield openRun(month, order, runs.subarray(run * numbersOfRun, (run + 1) * numbersOfRun));
    }
  }
}

function openRun(month: OpenMonth, order: LineOrder, numbers: Uint32Array): Run {
  const [cbo = 0, kind = 0, start = 0, known = 0, end = 0, firstDistinct = 0, endDistinct = 0] =
    numbers;
  const salaries = new RunSalaries(known, () => {
    const distinct = new Uint32Array(endDistinct - firstDistinct);
    month.file.read(`${order}.distinct`, firstDistinct, distinct);
    return distinct;
  });
  return { month, order, cbo, isUsual: kind % 2 === 0, start, known, end, salaries };
}

/** The first of a movement's runs whose occupation is not below a code; the next run if all are below. */
function firstRun(runs: Uint32Array, balance: Balance, code: number): number {
  const movement = balance === 1 ? 0 : 1;
  let [low, high] = [0, runs.length / numbersOfRun];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [cbo, kind] = [runs[middle * numbersOfRun], runs[middle * numbersOfRun + 1]];
    const ofRun = defined(kind) >>> 1;
    if (ofRun < movement || (ofRun === movement && defined(cbo) < code)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ranges of codes, ascending; the end is exclusive. */
function codeRanges(occupations: RequestedOccupations | null): (readonly [number, number])[] {
  if (occupations === null) return [[0, Infinity]];
  const { codes, family } = occupations;
  const ranges = codes
    .filter((code) => familyOf(code) !== family)
    .map((code) => [code, code + 1] as const);
  if (family !== null) ranges.push([family * codesOfFamily, (family + 1) * codesOfFamily]);
  return ranges.toSorted(([a], [b]) => a - b);
}

/** The salaries of a run's lines, from `known` to `end`; read on first use. */
class RunSalaries {
  /** The first line with a salary. */
  readonly #known: number;
  readonly #load: () => Uint32Array;
  #read: DistinctSalaries | undefined;

  /** `load` reads the run's range of the section `distinct`. */
  constructor(known: number, load: () => Uint32Array) {
    this.#known = known;
    this.#load = load;
  }

  /** The first line whose salary in centavos is not below an amount. */
  placeOf(salary: number): number {
    const { salaries, ends } = this.#all();
    const place = firstNotBelow(salaries, salary);
    return place === 0 ? this.#known : defined(ends[place - 1]);
  }

  /** Every `step`-th salary between two lines. */
  sample(from: number, to: number, step: number): number[] {
    const { salaries, ends } = this.#all();
    const sampled: number[] = [];
    let place = firstNotBelow(ends, from + 1);
    for (let line = from; line < to; line += step) {
      while (defined(ends[place]) <= line) place++;
      sampled.push(defined(salaries[place]));
    }
    return sampled;
  }

  /** Reads the salaries of some lines into the thread's column of salaries, from `at` on. */
  readLines(from: number, to: number, at: number): void {
    expandSalaries(this.#within(from, to), { from, to }, at);
  }

  /** The distinct salaries of some lines, and how many of these have at most each. */
  counted(from: number, to: number) {
    const { salaries, ends } = this.#within(from, to);
    return { salaries, upTo: ends.map((end) => Math.min(end, to) - from) };
  }

  /** The salaries that some lines have; the last one may end behind them. */
  #within(from: number, to: number): DistinctSalaries {
    const { salaries, ends } = this.#all();
    const [first, end] = [firstNotBelow(ends, from + 1), firstNotBelow(ends, to) + 1];
    return { salaries: salaries.subarray(first, end), ends: ends.subarray(first, end) };
  }

  #all(): DistinctSalaries {
    if (this.#read === undefined) {
      const both = this.#load();
      const length = both.length / 2;
      this.#read = { salaries: both.subarray(0, length), ends: both.subarray(length) };
    }
    return this.#read;
  }
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

export interface CountedRun {
  readonly run: Run;
  readonly zones: Zones;
}

/** Throws `UncountableRowsError` for salaries beyond what the files hold. */
export function countedRun({ range, isGross }: IndexPlan, run: Run): CountedRun {
  const { salaries, month } = run;
  if (isGross && range.highest >= maxPay && salaries.placeOf(maxPay) < run.end) {
    throw new UncountableRowsError('A salary is beyond its column.');
  }
  const { rule } = month.planned;
  const first = Math.max(rule.lowest, range.lowest);
  const last = Math.min(rule.highest, range.highest);
  const [low, high] = [salaries.placeOf(rule.lowest), salaries.placeOf(rule.highest + 1)];
  const [from, to] = [salaries.placeOf(first), salaries.placeOf(last + 1)];
  const end = Math.max(low, high);
  const begin = Math.min(Math.max(low, from), end);
  return { run, zones: { low, high: end, from: begin, to: Math.min(Math.max(begin, to), end) } };
}

/** The runs of a plan, in the requested months, with lines that may count; their lines are not grouped. */
export function matchingRuns(grouped: IndexPlan, reading: Reading) {
  const plan = withoutGroups(grouped);
  const lines = new LineBuffer(plan, reading);
  throwIfStopped(reading.stop);
  const runs = openMonths(plan, reading)
    .months.filter(({ planned }) => planned.isRequested)
    .flatMap((month) => runsOf(month, plan.balances, plan.occupations))
    .filter(({ isUsual }) => isUsual || lines.filters.countsOthers)
    .map((run) => countedRun(plan, run))
    .filter(({ zones }) => zones.to > zones.from);
  return { lines, runs };
}
