import { UncountableRowsError } from './plan.ts';
import { type Buckets, emptyBuckets, pickCounted, wantedRanks } from './pick-ranks.ts';
import type { CountedGroup, PickedSalary } from '../../query/engine/pay-group.ts';
import type { CountedRun } from './bins.ts';
import { countedPass } from './filter-tables.ts';
import type { LineBuffer } from './line-buffer.ts';
import type { Run, RunPays, Zones } from './runs.ts';

export interface OccupationCounting {
  /**
   * From this average number of lines per run on, salaries of ranks are found by binary search, without gathering the
   * lines.
   */
  readonly linesToSearch: number;
  readonly designEffect: number;
}

/** Counts each occupation of some runs separately; each run has lines that may count. */
export function occupationGroups(
  lines: LineBuffer,
  runs: readonly CountedRun[],
  { linesToSearch, designEffect }: OccupationCounting,
): CountedGroup[] {
  const byOccupation = Map.groupBy(runs, ({ run }) => run.cbo ?? 0);
  return [...byOccupation].flatMap(([key, own]) => {
    const length = own.reduce((sum, { zones }) => sum + zones.to - zones.from, 0);
    const isWhole = own.every(({ run }) => lines.areWhole(run));
    const { records, total, picked } =
      isWhole && length > own.length * linesToSearch
        ? searched(own, designEffect)
        : gatheredAndPicked(lines, own, designEffect);
    if (records === 0) return [];
    if (total > Number.MAX_SAFE_INTEGER) {
      throw new UncountableRowsError('All salaries together are beyond what is counted exactly.');
    }
    return [{ key, records, total: BigInt(total), picked }];
  });
}

type Counted = Omit<CountedGroup, 'key' | 'total'> & { readonly total: number };

/** Counts runs all of whose lines count. */
function searched(runs: readonly CountedRun[], designEffect: number): Counted {
  let [records, total, highest] = [0, 0, 0];
  for (const { run, zones } of runs) {
    total += run.pays.total(zones.from, zones.to);
    records += zones.to - zones.from;
    highest = Math.max(highest, ...run.pays.sample(zones.to - 1, zones.to, 1));
  }
  let lowest = 0;
  const picked = wantedRanks(records, designEffect).map((rank): PickedSalary => {
    lowest = salaryOfRank(runs, rank, lowest, highest);
    return [lowest, rank, rank];
  });
  return { records, total, picked };
}

/** The lowest salary, between two bounds, up to which there are at least `rank` lines. */
function salaryOfRank(
  runs: readonly CountedRun[],
  rank: number,
  lowest: number,
  highest: number,
): number {
  let [low, high] = [lowest, highest];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    let lines = 0;
    for (const { run, zones } of runs) {
      const { from, to } = zones;
      lines += Math.min(Math.max(run.pays.placeOf(middle + 1), from), to) - from;
    }
    if (lines < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}

function gatheredAndPicked(
  lines: LineBuffer,
  runs: readonly CountedRun[],
  designEffect: number,
): Counted {
  const { pays, records, total, buckets } = gatheredFrom(lines, runs);
  const ranks = wantedRanks(records, designEffect);
  const salaries = records === 0 ? [] : pickCounted(pays.subarray(0, records), buckets, ranks);
  const picked = ranks.map((rank, at): PickedSalary => [salaries[at] ?? 0, rank, rank]);
  return { records, total, picked };
}

/** The salaries of lines that count. */
interface Gathered {
  readonly pays: Uint32Array;
  readonly buckets: Buckets;
  records: number;
  /** Centavos. */
  total: number;
}

function gatheredFrom(lines: LineBuffer, runs: readonly CountedRun[]): Gathered {
  const length = runs.reduce((sum, { zones }) => sum + zones.to - zones.from, 0);
  // A run's salaries ascend, so its first and last line give its bounds.
  const bounds = runs.flatMap(({ run, zones: { from, to } }) => [
    ...run.pays.sample(from, from + 1, 1),
    ...run.pays.sample(to - 1, to, 1),
  ]);
  const [lowest, highest] =
    bounds.length === 0 ? [0, 0] : [Math.min(...bounds), Math.max(...bounds)];
  const gathered: Gathered = {
    pays: runs[0]?.run.month.room.take(length) ?? new Uint32Array(),
    buckets: emptyBuckets(lowest, highest, length),
    records: 0,
    total: 0,
  };
  for (const { run, zones } of runs) gatherRun(gathered, lines, run, zones);
  return gathered;
}

function gatherRun(gathered: Gathered, lines: LineBuffer, run: Run, zones: Zones): void {
  const { pays } = run;
  if (lines.areWhole(run)) {
    gatherWhole(gathered, pays, zones);
    return;
  }
  for (let from = zones.from; from < zones.to; from += lines.atOnce) {
    const to = Math.min(zones.to, from + lines.atOnce);
    lines.begin(to - from);
    lines.read(run, from, to);
    pays.readLines(from, to, 0);
    gather(gathered, lines);
  }
}

/** Gathers lines that all count: reads only their salaries. */
function gatherWhole(gathered: Gathered, pays: RunPays, { from, to }: Zones): void {
  const { records } = gathered;
  const own = gathered.pays.subarray(records, records + to - from);
  pays.read(from, to, own);
  const { lowest, shift, counts } = gathered.buckets;
  let { total } = gathered;
  for (let at = 0; at < own.length; at++) {
    const pay = own[at] ?? 0;
    total += pay;
    const bucket = (pay - lowest) >>> shift;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  gathered.records = records + own.length;
  gathered.total = total;
}

function gather(gathered: Gathered, { pay, passes, length }: LineBuffer): void {
  const { pays } = gathered;
  const { lowest, shift, counts } = gathered.buckets;
  let { records, total } = gathered;
  for (let line = 0; line < length; line++) {
    if (passes[line] !== countedPass) continue;
    const own = pay[line] ?? 0;
    pays[records] = own;
    records++;
    total += own;
    const bucket = (own - lowest) >>> shift;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  gathered.records = records;
  gathered.total = total;
}
