import { defined } from '../../../../shared/codes/defined.ts';
import { LineBuffer, type Reading } from './line-buffer.ts';
import { lineKernel, drainTally } from './line-kernel.ts';
import {
  balances,
  emptyTally,
  withoutGroups,
  type IndexPlan,
  type Tally,
  type Zone,
} from './plan.ts';
import { runsOf, type CountedRun, type OpenMonth, type Run } from './runs.ts';

type ZoneRange = readonly [zone: Zone, from: number, to: number];

/**
 * Tallies a share of a plan's lines that do not count: those of the other movement, and those of `runs` that the salary
 * rule or range excludes. Each share has a part of every range of lines.
 */
export function tallyRuns(
  plan: IndexPlan,
  { index, of }: { readonly index: number; readonly of: number },
  counted: { readonly months: readonly OpenMonth[]; readonly runs: readonly CountedRun[] },
  reading: Reading,
): Tally {
  const lines = new LineBuffer(withoutGroups(plan), reading);
  const tally = emptyTally();
  const tallyOwn = (run: Run, [zone, from, to]: ZoneRange) => {
    const begin = from + Math.floor(((to - from) * index) / of);
    const end = from + Math.floor(((to - from) * (index + 1)) / of);
    tallyLines(tally, lines, run, [zone, begin, end]);
  };
  const otherBalances = balances.filter((balance) => !plan.balances.includes(balance));
  const others = counted.months
    .filter(({ planned }) => planned.isRequested)
    .flatMap((month) => runsOf(month, otherBalances, plan.occupations));
  for (const run of others) tallyOwn(run, ['otherMovement', run.start, run.end]);
  const requested = counted.runs.filter(({ run }) => run.month.planned.isRequested);
  for (const { run, zones } of requested) {
    const { low, from, to, high } = zones;
    const uncounted: ZoneRange[] = [
      ['unknown', run.start, run.known],
      ['below', run.known, low],
      ['outsideRange', low, from],
      ['outsideRange', to, high],
      ['above', high, run.end],
    ];
    // Counting tallies the other lines, unless none of the run counts.
    if (!run.isUsual && !lines.filters.countsOthers) uncounted.push(['counted', from, to]);
    for (const range of uncounted) tallyOwn(run, range);
  }
  return tally;
}

/** So many lines stay in the processor's cache from their reading to their tally. */
const maxConcurrent = 65_536;

/** If every usual line counts, all their flags pass every test, so one flag value can represent them all. */
const anyUsualFlags = 0;

function tallyLines(tally: Tally, lines: LineBuffer, run: Run, [zone, from, to]: ZoneRange): void {
  const into = tally[zone];
  if (lines.areWhole(run)) {
    into[anyUsualFlags] = defined(into[anyUsualFlags]) + to - from;
    return;
  }
  for (const piece of lines.pieces({ from, to }, Math.min(lines.atOnce, maxConcurrent))) {
    lines.read(run, piece.from, piece.to);
    lineKernel().tallyPassing(0, lines.length);
    drainTally(into);
  }
}
