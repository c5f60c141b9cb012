import { defined } from '../format/numbers.ts';
import type { CountedRun } from './bins.ts';
import { everyPass } from './filter-tables.ts';
import { flagsShift } from '../format/line-columns.ts';
import { kernelRoom, lineKernel, passLines, takeTally } from './line-kernel.ts';
import type { LineBuffer } from './line-buffer.ts';
import type { Run } from './runs.ts';
import type { Tally } from './funnel-steps.ts';

/** Whether a line passes every filter, counted or not. */
const passesAll = (passes: number) => (passes & everyPass) === everyPass;

/** Tallies the lines of a run whose salary counts. Use it for runs of which no line counts. */
export function tallyCounted(tally: Tally, lines: LineBuffer, { run, zones }: CountedRun): void {
  tallyLines(tally.counted, lines, run, [zones.from, zones.to]);
}

/** Tallies the lines of a run that the salary rule or range excludes; counting tallies the others. */
export function tallyUncounted(tally: Tally, lines: LineBuffer, { run, zones }: CountedRun): void {
  const { start, known, end } = run;
  const { low, from, to, high } = zones;
  tallyLines(tally.unknown, lines, run, [start, known]);
  tallyLines(tally.below, lines, run, [known, low]);
  tallyLines(tally.outsideRange, lines, run, [low, from]);
  tallyLines(tally.outsideRange, lines, run, [to, high]);
  tallyLines(tally.above, lines, run, [high, end]);
}

/**
 * Tallies a run of a movement that the query excludes. For all occupations and without filters on other columns than
 * the traits, tests the distinct combinations, which are far fewer than the lines.
 */
export function tallyOther({ otherMovement }: Tally, lines: LineBuffer, run: Run): void {
  const { details, municipalities, subclasses } = lines.filters.tables;
  const areOfTraits = details.length === 0 && municipalities === null && subclasses === null;
  if (run.cbo === null && areOfTraits && !lines.areWhole(run))
    tallyCombinations(otherMovement, lines, run);
  else tallyLines(otherMovement, lines, run, [run.start, run.end]);
}

function tallyCombinations(into: Float64Array, lines: LineBuffer, run: Run): void {
  const { file } = run.month;
  const own = file.header.movements
    .flatMap(({ salaryRuns }) => salaryRuns)
    .find(({ start }) => start === run.start);
  if (own === undefined) return;
  const { firstCombination, endCombination } = own;
  const counts = new Uint32Array(endCombination - firstCombination);
  file.read('combinationLines', firstCombination, counts);
  lines.begin(counts.length);
  const { traits, passes } = kernelRoom();
  const combinations = traits.subarray(0, counts.length);
  file.read('combinations', firstCombination, combinations);
  passLines(lines.filters.tables, { from: 0, to: counts.length });
  for (let at = 0; at < combinations.length; at++) {
    if (!passesAll(defined(passes[at]))) continue;
    const flags = defined(combinations[at]) >>> flagsShift;
    into[flags] = defined(into[flags]) + defined(counts[at]);
  }
}

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
  for (let at = from; at < to; at += lines.atOnce) {
    const end = Math.min(to, at + lines.atOnce);
    lines.begin(end - at);
    lines.read(run, at, end);
    lineKernel().tallyPassing(0, lines.length);
    takeTally(into);
  }
}
