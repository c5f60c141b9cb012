import { largestPay } from '../format/layout.ts';
import {
  type IndexPlan,
  type Share,
  type Tally,
  emptyTally,
  UncountableRowsError,
  withoutGroups,
} from './plan.ts';
import { shownRegions, type ShownRegions, groupPlaces, type GroupPlaces } from './group-tables.ts';
import type { CountedGroup } from '../../query/engine/pay-group.ts';
import { binsOf, type CountedRun } from './bins.ts';
import { countBins, type BinCounts, type Counting } from './count-bins.ts';
import { LineBuffer, groupCodes, monthCodes, type GroupCodes } from './line-buffer.ts';
import { countLines, lineKernel, takeTally } from './line-kernel.ts';
import type { MonthFile } from '../format/month-file.ts';
import { occupationGroups } from './occupation-groups.ts';
import { runsByOccupation, runsOf, zonesOf, type OpenMonth, type Run } from './runs.ts';
import { defined } from '../format/numbers.ts';

export interface ShareCounts extends BinCounts {
  readonly tally: Tally;
  readonly places: GroupPlaces;
  readonly shownCodes: GroupCodes;
  readonly regions: ShownRegions;
}

interface CountedShare {
  readonly counting: Counting;
  readonly counts: ShareCounts;
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

const usualSizes: Sizes = {
  linesAtOnce: 1_000_000,
  linesOfBin: 6_000,
};

/**
 * Counts a share of a plan; blocks the thread. Throws `UncountableRowsError` for salaries beyond what the files hold or
 * doubles add up, and if the query was cancelled.
 */
export function countShare(plan: IndexPlan, share: Share, reading: Reading): CountedShare {
  const { sizes = usualSizes } = reading;
  const lines = bufferFor(plan, reading);
  lines.requireReader();
  const { months, shownCodes } = openMonths(plan, reading);
  const all = countedRuns(
    plan,
    months.flatMap((month) => runsOfPlan(plan, month)),
  );
  const { countsOthers } = lines.filters;
  const runs = all.filter(({ run }) => run.isUsual || countsOthers);
  const bins = binsOf(runs, sizes.linesOfBin);
  const tally = emptyTally();
  tallyShare(plan, share, {
    months,
    runs: all,
    lines: bufferFor(withoutGroups(plan), reading),
    tally,
  });
  const regions = shownRegions(plan, shownCodes.municipality);
  const places = groupPlaces(months.length, shownCodes, regions);
  const counting: Counting = {
    plan,
    lines,
    runs,
    bins,
    places,
    regions,
    isOwn: ownBins(bins.bins, share),
    tally: tally.counted,
  };
  return {
    counting,
    counts: { ...exact(countBins(counting)), tally, places, shownCodes, regions },
  };
}

/** Throws `UncountableRowsError` where a sum of salaries is beyond the exact integers of a double. */
function exact(counts: BinCounts): BinCounts {
  if (counts.totals.every((total) => total <= Number.MAX_SAFE_INTEGER)) return counts;
  throw new UncountableRowsError('All salaries together are beyond what is counted exactly.');
}

/**
 * Counts each occupation of the requested family separately, or the requested occupations if there are several
 * families.
 */
export function countOccupations(plan: IndexPlan, reading: Reading): CountedGroup[] {
  const { occupations, siblings } = plan;
  if (occupations === null) return [];
  const shown = siblings === null ? occupations : { codes: [], family: siblings };
  const { lines, runs } = matchingRuns(plan, reading, (month) =>
    plan.balances.flatMap((balance) => [...runsByOccupation(month, balance, shown)]),
  );
  return occupationGroups(lines, runs, plan.designEffect);
}

export function countRecords(plan: IndexPlan, reading: Reading): number {
  const { lines, runs } = matchingRuns(plan, reading, (month) => runsOfPlan(plan, month));
  return runs.reduce((sum, counted) => sum + recordsOfRun(lines, counted), 0);
}

/** The runs of the requested months with lines that may count, of a plan without groups. */
export function matchingRuns<Own extends Run>(
  plan: IndexPlan,
  reading: Reading,
  runsOfMonth: (month: OpenMonth) => readonly Own[],
) {
  const lines = bufferFor(plan, reading);
  lines.requireReader();
  const asked = openMonths(plan, reading).months.filter(({ planned }) => planned.isAsked);
  const runs = countedRuns(plan, asked.flatMap(runsOfMonth)).filter(
    ({ run, zones }) => zones.to > zones.from && (run.isUsual || lines.filters.countsOthers),
  );
  return { lines, runs };
}

function recordsOfRun(lines: LineBuffer, { run, zones }: CountedRun): number {
  if (lines.areWhole(run)) return zones.to - zones.from;
  let records = 0;
  for (let from = zones.from; from < zones.to; from += lines.atOnce) {
    const to = Math.min(zones.to, from + lines.atOnce);
    lines.begin(to - from);
    lines.read(run, from, to);
    records += countLines({ from: 0, to: lines.length });
  }
  return records;
}

/** The buffer into which a thread reads a plan's lines. */
export const bufferFor = (plan: IndexPlan, { stop, sizes = usualSizes }: Reading) =>
  new LineBuffer(plan, sizes.linesAtOnce, stop);

function openMonths(plan: IndexPlan, { fileOf }: Reading) {
  const files = plan.months.map(({ path }) => fileOf(path));
  const shownCodes = groupCodes(plan, files);
  const months = plan.months.map((planned, index): OpenMonth => {
    const file = fileOf(planned.path);
    return { planned, index, file, codes: monthCodes(plan, file, shownCodes) };
  });
  return { months, shownCodes };
}

/** The runs of the movements that count. */
const runsOfPlan = ({ balances, occupations }: IndexPlan, month: OpenMonth) =>
  runsOf(month, occupations).filter(({ balance }) => balances.includes(balance));

function countedRuns<Own extends Run>(
  { range, isGross }: IndexPlan,
  runs: readonly Own[],
): CountedRun<Own>[] {
  return runs.map((run) => {
    if (isGross && range.highest >= largestPay && run.pays.placeOf(largestPay) < run.end) {
      throw new UncountableRowsError('A salary is beyond its column.');
    }
    return { run, zones: zonesOf(run, run.month.planned.rule, range) };
  });
}

interface Tallying {
  readonly months: readonly OpenMonth[];
  readonly runs: readonly CountedRun[];
  readonly lines: LineBuffer;
  readonly tally: Tally;
}

/** Tallies the lines that do not count; the shares take the runs in rotation. */
function tallyShare(
  { balances, occupations }: IndexPlan,
  { index, of }: Share,
  { months, runs, lines, tally }: Tallying,
): void {
  const isOwn = (_: unknown, place: number) => place % of === index;
  const others = months
    .filter(({ planned }) => planned.isAsked)
    .flatMap((month) => runsOf(month, occupations))
    .filter(({ balance }) => !balances.includes(balance));
  for (const run of others.filter(isOwn)) tallyOther(tally, lines, run);
  const asked = runs.filter(({ run }) => run.month.planned.isAsked);
  for (const run of asked.filter(isOwn)) {
    tallyUncounted(tally, lines, run);
    if (!run.run.isUsual && !lines.filters.countsOthers) tallyCounted(tally, lines, run);
  }
}

/** The bins of a share: neighbouring ones, with about as many lines as every other share. */
function ownBins(
  bins: readonly { readonly lines: number }[],
  { index, of }: Share,
): (bin: number) => boolean {
  const all = bins.reduce((sum, { lines }) => sum + lines, 0);
  const shareOf: number[] = [];
  let before = 0;
  for (const { lines } of bins) {
    shareOf.push(Math.min(of - 1, Math.floor(((before + lines / 2) * of) / Math.max(1, all))));
    before += lines;
  }
  return (bin) => shareOf[bin] === index;
}

/** Tallies the lines of a run whose salary counts. Use it for runs of which no line counts. */
function tallyCounted(tally: Tally, lines: LineBuffer, { run, zones }: CountedRun): void {
  tallyLines(tally.counted, lines, run, [zones.from, zones.to]);
}

/** Tallies the lines of a run that the salary rule or range excludes; counting tallies the others. */
function tallyUncounted(tally: Tally, lines: LineBuffer, { run, zones }: CountedRun): void {
  const { start, known, end } = run;
  const { low, from, to, high } = zones;
  tallyLines(tally.unknown, lines, run, [start, known]);
  tallyLines(tally.below, lines, run, [known, low]);
  tallyLines(tally.outsideRange, lines, run, [low, from]);
  tallyLines(tally.outsideRange, lines, run, [to, high]);
  tallyLines(tally.above, lines, run, [high, end]);
}

/** Tallies a run of a movement that the query excludes. */
function tallyOther(tally: Tally, lines: LineBuffer, run: Run): void {
  tallyLines(tally.otherMovement, lines, run, [run.start, run.end]);
}

/** So many lines stay in the processor's cache from their reading to their tally. */
const mostAtOnce = 65_536;

/** Where every usual line counts, all their flags pass every step, so any flags of usual lines serve. */
const anyUsualFlags = 0;

function tallyLines(
  into: Float64Array,
  lines: LineBuffer,
  run: Run,
  [from, to]: readonly [number, number],
): void {
  if (lines.areWhole(run)) {
    into[anyUsualFlags] = defined(into[anyUsualFlags]) + to - from;
    return;
  }
  const atOnce = Math.min(lines.atOnce, mostAtOnce);
  for (let at = from; at < to; at += atOnce) {
    const end = Math.min(to, at + atOnce);
    lines.begin(end - at);
    lines.read(run, at, end);
    lineKernel().tallyPassing(0, lines.length);
    takeTally(into);
  }
}
