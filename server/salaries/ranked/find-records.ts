import { countedPass } from './filter-tables.ts';
import type { LineBuffer } from './line-buffer.ts';
import type { RankedPlan } from './plan.ts';
import { bufferFor, openMonths, type Reading } from './plan-share.ts';
import { runsByOccupation, zonesOf, type OpenMonth, type Run } from './runs.ts';

/** An occupation of a month with records of a question. */
export interface RecordPlace {
  /** AAAAMM. */
  readonly month: number;
  readonly cbo: number;
  readonly records: number;
}

export interface WantedRecords {
  readonly records: number;
  /** Those that may have records; null for all that are asked. */
  readonly months: readonly number[] | null;
  /** After so many lines it is not worth looking on. */
  readonly mostLines: number;
}

/**
 * Where the first records of a plan stand in the order of pages: the newest month first, in it the lowest occupation.
 * The places together have as many records as are wanted or, where they have fewer, all there are. Null where too
 * many lines would have to be looked at. Throws `StoppedError`.
 */
export function findRecords(
  plan: RankedPlan,
  wanted: WantedRecords,
  reading: Reading,
): RecordPlace[] | null {
  const lines = bufferFor(plan, reading);
  const { months } = openMonths(plan, reading);
  const found: RecordPlace[] = [];
  const left = { records: wanted.records, lines: wanted.mostLines };
  for (const month of months.toReversed()) {
    const { isAsked, month: code } = month.planned;
    if (!isAsked || wanted.months?.includes(code) === false) continue;
    const records = recordsOfMonth(plan, month, lines, left);
    if (records === null) return null;
    for (const [cbo, own] of [...records].toSorted(([a], [b]) => a - b)) {
      if (left.records <= 0) break;
      found.push({ month: code, cbo, records: own });
      left.records -= own;
    }
    if (left.records <= 0) break;
  }
  return found;
}

interface Left {
  readonly records: number;
  lines: number;
}

/** Records by occupation, complete up to the one with which there are enough. */
function recordsOfMonth(
  plan: RankedPlan,
  month: OpenMonth,
  lines: LineBuffer,
  left: Left,
): Map<number, number> | null {
  const records = new Map<number, number>();
  let last = Infinity;
  for (const balance of plan.balances) {
    let ofMovement = 0;
    for (const runs of together(runsByOccupation(month, balance, plan.occupations))) {
      const [first] = runs;
      if (first === undefined || first.cbo > last) break;
      left.lines -= runs.reduce((sum, { start, end }) => sum + end - start, 0);
      if (left.lines < 0) return null;
      for (const [run, own] of recordsOfRuns(plan, lines, runs)) {
        if (own === 0) continue;
        records.set(run.cbo, (records.get(run.cbo) ?? 0) + own);
        ofMovement += own;
        if (ofMovement >= left.records) last = Math.min(last, run.cbo);
      }
    }
  }
  return records;
}

/** Lines that are read at once. */
const linesTogether = 65_536;

type OccupationRun = Run & { readonly cbo: number };

/** Runs that lie one behind another, the lines of an occupation never apart. */
function* together(runs: Iterable<OccupationRun>): Generator<OccupationRun[]> {
  let gathered: OccupationRun[] = [];
  let length = 0;
  for (const run of runs) {
    const last = gathered.at(-1);
    const isNear = last === undefined || last.end === run.start;
    if (last !== undefined && last.cbo !== run.cbo && (!isNear || length >= linesTogether)) {
      yield gathered;
      gathered = [];
      length = 0;
    }
    gathered.push(run);
    length += run.end - run.start;
  }
  if (gathered.length > 0) yield gathered;
}

/** How many records each of some neighbouring runs has. */
function recordsOfRuns(
  { range }: RankedPlan,
  lines: LineBuffer,
  runs: readonly OccupationRun[],
): [OccupationRun, number][] {
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return [];
  const isRead = runs.some((run) => !lines.areWhole(run));
  lines.begin(isRead ? last.end - first.start : 0);
  if (isRead) lines.read({ ...first, isUsual: false }, first.start, last.end);
  const passingIn = (from: number, to: number) => {
    let passing = 0;
    for (let line = from - first.start; line < to - first.start; line++) {
      if (lines.passes[line] === countedPass) passing++;
    }
    return passing;
  };
  return runs.map((run) => {
    const isWhole = lines.areWhole(run);
    if (!isWhole && passingIn(run.known, run.end) === 0) return [run, 0];
    const { from, to } = zonesOf(run, run.month.planned.rule, range);
    return [run, isWhole ? to - from : passingIn(from, to)];
  });
}
