import type { CountedRun } from './bins.ts';
import type { BinCounts, Counting } from './count-bins.ts';
import type { RunMilestones } from '../format/layout.ts';
import { GroupTables } from './group-tables.ts';
import { addLines } from './line-kernel.ts';
import { codesOfMilestone, MilestoneWalk } from './milestones.ts';
import type { Share } from './plan.ts';
import type { Run } from './runs.ts';
import { ToldPays } from './told-pays.ts';

/** A run all of whose lines count, with its prefix sums (`milestones`) and the places of its bins. */
export interface WholeRun {
  readonly counted: CountedRun;
  readonly milestones: RunMilestones;
  readonly places: Uint32Array;
}

/** Counts runs with prefix sums, which give the counts of each bin. Scans only lines near the ends of a bin. */
export function countWhole(counting: Counting, runs: readonly WholeRun[], share: Share): BinCounts {
  const { lines, places, isOwn, placeOfMonth } = counting;
  const { bins } = counting.bins;
  const records = new Uint32Array(places.end * bins.length);
  const totals = new Float64Array(places.end);
  const told = new ToldPays();
  const own = bins.flatMap((_, index) => (isOwn(index) ? [index] : []));
  const [first, last] = [own[0] ?? 0, own.at(-1) ?? -1];
  const walks = runs.map((run) => walkOf(run, first, last));
  const sums = new Float64Array(codesOfMilestone);
  for (const index of own) {
    const bin = bins[index];
    if (bin === undefined) continue;
    lines.requireReader();
    const note = (group: number, count: number) => {
      const at = group * bins.length + index;
      records[at] = (records[at] ?? 0) + count;
    };
    sums.fill(0);
    let country = 0;
    told.begin(bin);
    for (const [at, { counted, places: ends }] of runs.entries()) {
      const { run } = counted;
      const [from, to] = [ends[index] ?? 0, ends[index + 1] ?? 0];
      if (from === to) continue;
      note(places.month + placeOfMonth(run), to - from);
      if (!run.month.planned.isAsked) continue;
      walks[at]?.goTo(to, sums);
      told.add(run, from, to);
      country += to - from;
    }
    told.end();
    note(places.country, country);
    for (let code = 0; code < codesOfMilestone; code++) {
      const count = sums[code] ?? 0;
      if (count > 0) note(code, count);
    }
  }
  for (const [at, run] of runs.entries()) {
    if (at % share.of !== share.index) continue;
    lines.requireReader();
    const ofRun = totalsOf(counting, run);
    const all = ofRun.subarray(places.sex, places.age).reduce((sum, total) => sum + total, 0);
    const add = (group: number, total: number) => {
      totals[group] = (totals[group] ?? 0) + total;
    };
    add(places.month + placeOfMonth(run.counted.run), all);
    if (!run.counted.run.month.planned.isAsked) continue;
    add(places.country, all);
    for (const [code, total] of ofRun.entries()) add(code, total);
  }
  return { records, totals, distribution: told.all() };
}

function walkOf({ counted, milestones, places }: WholeRun, first: number, last: number) {
  const { known, end, month } = counted.run;
  if (!month.planned.isAsked || last < first) return undefined;
  const lines = { file: month.file, known, end, firstMilestone: milestones.first };
  return new MilestoneWalk(lines, places[first] ?? known, places[last + 1] ?? known);
}

/**
 * Sums of the salaries of a run's lines that count. Adds up these lines or, if the others are fewer, subtracts the
 * others from the total of all lines.
 */
function totalsOf(counting: Counting, { counted: { run, zones }, milestones }: WholeRun) {
  const { from, to } = zones;
  if (to - from < (run.end - run.known) / 2) return totalsBetween(counting, run, [from, to]);
  const below = totalsBetween(counting, run, [run.known, from]);
  const above = totalsBetween(counting, run, [to, run.end]);
  return Float64Array.from(
    milestones.totals,
    (total, code) => total - (below[code] ?? 0) - (above[code] ?? 0),
  );
}

function totalsBetween(
  { lines, places, plan }: Counting,
  run: Run,
  [from, to]: readonly [number, number],
): Float64Array {
  const tables = new GroupTables(places, plan);
  for (let at = from; at < to; at += lines.atOnce) {
    const end = Math.min(to, at + lines.atOnce);
    lines.begin(end - at);
    lines.read(run, at, end);
    run.pays.readLines(at, end, 0);
    addLines({ from: 0, to: end - at }, centavosAlone, notNoted);
  }
  return tables.take(new Float64Array(places.end)).subarray(0, codesOfMilestone);
}

const centavosAlone = { base: 0, unit: 0, scale: 1 } as const;
const notNoted = { pays: false, tally: false };
