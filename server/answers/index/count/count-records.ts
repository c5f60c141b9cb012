import { LineBuffer, type Reading } from './line-buffer.ts';
import { countLines } from './line-kernel.ts';
import { withoutGroups, type AskedOccupations, type IndexPlan } from './plan.ts';
import { countedRun, openMonths, runsOf } from './runs.ts';
import { throwIfStopped } from './stop-flag.ts';

/** Counts the records of a plan. */
export function countRecords(plan: IndexPlan, reading: Reading): number {
  const { lines, runs } = matchingRuns(plan, reading, plan.occupations);
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

/** The runs of some occupations, in the requested months, with lines that may count; their lines are not grouped. */
export function matchingRuns(
  grouped: IndexPlan,
  reading: Reading,
  occupations: AskedOccupations | null,
) {
  const plan = withoutGroups(grouped);
  const lines = new LineBuffer(plan, reading);
  throwIfStopped(reading.stop);
  const runs = openMonths(plan, reading)
    .months.filter(({ planned }) => planned.isAsked)
    .flatMap((month) => runsOf(month, occupations))
    .filter(({ balance, isUsual }) => {
      const mayCount = isUsual || lines.filters.countsOthers;
      return mayCount && plan.balances.includes(balance);
    })
    .map((run) => countedRun(plan, run))
    .filter(({ zones }) => zones.to > zones.from);
  return { lines, runs };
}
