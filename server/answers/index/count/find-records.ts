import { defined } from '../format/numbers.ts';
import { traitFields } from '../format/line-columns.ts';
import { countedPass } from './passes.ts';
import { type LineBuffer, monthCodes } from './line-buffer.ts';
import { countLines, kernelRoom } from './line-kernel.ts';
import type { IndexPlan } from './plan.ts';
import { bufferFor, type Reading } from './count-share.ts';
import { runsByOccupation, zonesOf, type OccupationRun, type OpenMonth } from './runs.ts';

/** An occupation in a month and state with records of a query. */
export interface RecordPlace {
  /** AAAAMM. */
  readonly month: number;
  readonly cbo: number;
  /** Encoded as in `traitFields.state`. */
  readonly state: number;
  readonly records: number;
}

export interface WantedRecords {
  readonly records: number;
  /** The months that may have records; null for all requested months. */
  readonly months: readonly number[] | null;
  /** Maximum number of lines to scan. */
  readonly mostLines: number;
}

/**
 * Finds where the first records of a plan are in the order of pages: the newest month first, within it the lowest
 * occupation, and within this the lowest state. The places together have as many records as are wanted, or all records
 * if there are fewer. Returns null if more than `mostLines` lines would have to be scanned. Throws once it is
 * cancelled.
 */
export function findRecords(
  plan: IndexPlan,
  wanted: WantedRecords,
  reading: Reading,
): RecordPlace[] | null {
  const lines = bufferFor(plan, reading);
  const found: RecordPlace[] = [];
  let left: Left = { records: wanted.records, lines: wanted.mostLines };
  for (const [index, planned] of [...plan.months.entries()].toReversed()) {
    const { isAsked, month: code } = planned;
    if (!isAsked || wanted.months?.includes(code) === false) continue;
    const file = reading.fileOf(planned.path);
    const codes = monthCodes(plan, file, noCodes);
    const month = { planned, index, file, codes };
    const ofMonth = recordsOfMonth(plan, month, lines, left);
    if (ofMonth === null) return null;
    let { records } = left;
    for (const [key, own] of [...ofMonth.records].toSorted(([a], [b]) => a - b)) {
      if (records <= 0) break;
      const [cbo, state] = [Math.floor(key / states), key % states];
      found.push({ month: code, cbo, state, records: own });
      records -= own;
    }
    if (records <= 0) break;
    left = { records, lines: left.lines - ofMonth.lines };
  }
  return found;
}

/** The search needs neither the municipality nor the subclass of a record. */
const noCodes = { municipality: [], subclass: [] };

/** The records still to find, and the lines that may still be scanned. */
interface Left {
  readonly records: number;
  readonly lines: number;
}

interface MonthRecords {
  readonly records: ReadonlyMap<number, number>;
  readonly lines: number;
}

const { shift, bits } = traitFields.state;
const states = 2 ** bits;

/** Records by occupation and state, complete up to the occupation at which there are enough. */
function recordsOfMonth(
  plan: IndexPlan,
  month: OpenMonth,
  lines: LineBuffer,
  left: Left,
): MonthRecords | null {
  const records = new Map<number, number>();
  let [last, looked] = [Infinity, 0];
  for (const balance of plan.balances) {
    let ofMovement = 0;
    for (const runs of neighbouring(runsByOccupation(month, balance, plan.occupations))) {
      const [first] = runs;
      if (first === undefined || first.cbo > last) break;
      looked += runs.reduce((sum, { start, end }) => sum + end - start, 0);
      if (looked > left.lines) return null;
      for (const { cbo, state, records: own } of recordsOfRuns(plan, lines, runs)) {
        const key = cbo * states + state;
        records.set(key, (records.get(key) ?? 0) + own);
        ofMovement += own;
        if (ofMovement >= left.records) last = Math.min(last, cbo);
      }
    }
  }
  return { records, lines: looked };
}

/** Number of lines that are read at once. */
const linesTogether = 65_536;

/** Groups adjacent runs. The lines of an occupation stay in one group. */
function* neighbouring(runs: Iterable<OccupationRun>): Generator<OccupationRun[]> {
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

type OccupationRecords = Omit<RecordPlace, 'month'>;

/** The records of some neighbouring runs, by occupation and state. */
function recordsOfRuns(
  { range }: IndexPlan,
  lines: LineBuffer,
  runs: readonly OccupationRun[],
): OccupationRecords[] {
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return [];
  lines.begin(last.end - first.start);
  lines.read({ ...first, isUsual: false }, first.start, last.end);
  return runs.flatMap((run) => {
    const place = run.known - first.start;
    if (countLines({ from: place, to: run.end - first.start }) === 0) return [];
    const { from, to } = zonesOf(run, run.month.planned.rule, range);
    const byState = recordsByState(from - first.start, to - first.start);
    return [...byState.entries()].flatMap(([state, records]) =>
      records === 0 ? [] : [{ cbo: run.cbo, state, records }],
    );
  });
}

function recordsByState(from: number, to: number): Uint32Array {
  const { passes, traits } = kernelRoom();
  const records = new Uint32Array(states);
  for (let line = from; line < to; line++) {
    if (passes[line] !== countedPass) continue;
    const state = (defined(traits[line]) >>> shift) & (states - 1);
    records[state] = defined(records[state]) + 1;
  }
  return records;
}
