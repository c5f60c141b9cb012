import { defined } from '../../../../shared/codes/defined.ts';
import { codeIn, traitFields } from '../format/line-columns.ts';
import { stateOfPacked } from '../../query/filters/packed-codes.ts';
import { countedPass } from './passes.ts';
import { LineBuffer, type Reading } from './line-buffer.ts';
import { countLines, kernelRoom } from './line-kernel.ts';
import { withoutGroups, type IndexPlan } from './plan.ts';
import {
  countedRun,
  matchingRuns,
  openMonths,
  runsInOrder,
  type OpenMonth,
  type Run,
} from './runs.ts';

export function countRecords(plan: IndexPlan, reading: Reading): number {
  const { lines, runs } = matchingRuns(plan, reading);
  let records = 0;
  for (const { run, zones } of runs) {
    if (lines.areWhole(run)) {
      records += zones.to - zones.from;
      continue;
    }
    for (const { from, to } of lines.pieces(zones)) {
      lines.read(run, from, to);
      records += countLines({ from: 0, to: lines.length });
    }
  }
  return records;
}

/** An occupation in a month and state with records of a query. */
export interface RecordPlace {
  /** AAAAMM. */
  readonly month: number;
  readonly cbo: number;
  /** IBGE's code, or `otherState`. */
  readonly state: number;
  readonly records: number;
}

export interface WantedRecords {
  readonly records: number;
  /** The months that may have records; null for all requested months. */
  readonly months: readonly number[] | null;
  readonly maxLines: number;
}

/**
 * Finds where the first records of a plan are in the order of pages: the newest month first, within it the lowest
 * occupation, and within this the lowest packed state. The places together have as many records as are wanted, or all
 * records if there are fewer. Returns null if more than `maxLines` lines would have to be scanned. Throws once it is
 * cancelled.
 */
export function findRecords(
  grouped: IndexPlan,
  reading: Reading,
  { records: wanted, months, maxLines }: WantedRecords,
): RecordPlace[] | null {
  const plan = withoutGroups(grouped);
  const lines = new LineBuffer(plan, reading);
  const found: RecordPlace[] = [];
  let left = { records: wanted, lines: maxLines };
  for (const opened of openMonths(plan, reading).months.toReversed()) {
    const { isRequested, month } = opened.planned;
    if (!isRequested || months?.includes(month) === false) continue;
    const ofMonth = recordsOfMonth(plan, opened, lines, left);
    if (ofMonth === null) return null;
    let { records } = left;
    const sorted = ofMonth.places.toSorted((a, b) => a.cbo - b.cbo || a.state - b.state);
    for (const [key, places] of Map.groupBy(sorted, ({ cbo, state }) => cbo * states + state)) {
      if (records <= 0) break;
      const [cbo, state] = [Math.floor(key / states), stateOfPacked(key % states)];
      const all = places.reduce((sum, one) => sum + one.records, 0);
      found.push({ month, cbo, state, records: all });
      records -= all;
    }
    if (records <= 0) break;
    left = { records, lines: left.lines - ofMonth.lines };
  }
  return found;
}

const states = 2 ** traitFields.state.bits;

/** Like `RecordPlace`, with the state's packed code. */
type OccupationRecords = Omit<RecordPlace, 'month'>;

/**
 * Records by run and state, complete up to the occupation at which there are enough, and the number of lines scanned;
 * null if more than `left.lines` would have to be.
 */
function recordsOfMonth(
  plan: IndexPlan,
  month: OpenMonth,
  lines: LineBuffer,
  left: { readonly records: number; readonly lines: number },
): { readonly places: readonly OccupationRecords[]; readonly lines: number } | null {
  const places: OccupationRecords[] = [];
  let [last, looked] = [Infinity, 0];
  for (const balance of plan.balances) {
    let ofMovement = 0;
    for (const runs of neighbouring(runsInOrder(month, 'occupation', balance, plan.occupations))) {
      const [first, end] = [defined(runs[0]), defined(runs.at(-1)).end];
      if (first.cbo > last) break;
      looked += end - first.start;
      if (looked > left.lines) return null;
      for (const place of recordsOfRuns(plan, lines, runs)) {
        places.push(place);
        ofMovement += place.records;
        if (ofMovement >= left.records) last = Math.min(last, place.cbo);
      }
    }
  }
  return { places, lines: looked };
}

/** Number of lines that are read at once. */
const linesTogether = 65_536;

/** Groups adjacent runs. The lines of an occupation stay in one group. */
function* neighbouring(runs: Iterable<Run>): Generator<Run[]> {
  let gathered: Run[] = [];
  for (const run of runs) {
    const [first, last] = [gathered[0], gathered.at(-1)];
    const isFull = last?.end !== run.start || run.start - (first?.start ?? 0) >= linesTogether;
    if (last !== undefined && last.cbo !== run.cbo && isFull) {
      yield gathered;
      gathered = [];
    }
    gathered.push(run);
  }
  if (gathered.length > 0) yield gathered;
}

/** The records of some neighbouring runs, by occupation and state. */
function recordsOfRuns(
  plan: IndexPlan,
  lines: LineBuffer,
  runs: readonly Run[],
): OccupationRecords[] {
  const [first, last] = [defined(runs[0]), defined(runs.at(-1))];
  lines.begin(last.end - first.start);
  lines.read({ ...first, isUsual: false }, first.start, last.end);
  return runs.flatMap((run) => {
    const place = run.known - first.start;
    if (countLines({ from: place, to: run.end - first.start }) === 0) return [];
    const { from, to } = countedRun(plan, run).zones;
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
    const state = codeIn(defined(traits[line]), traitFields.state);
    records[state] = defined(records[state]) + 1;
  }
  return records;
}
