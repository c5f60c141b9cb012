import { defined } from '../format/numbers.ts';
import type { CountedRun } from './bins.ts';
import { lineKernel, takeTally } from './line-kernel.ts';
import type { LineBuffer } from './line-buffer.ts';
import type { Run } from './runs.ts';
import type { Tally } from './funnel-steps.ts';

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

/** Tallies a run of a movement that the query excludes. */
export function tallyOther(tally: Tally, lines: LineBuffer, run: Run): void {
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
