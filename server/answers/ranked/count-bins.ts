import { isWide, type Bin, type Bins, type CountedRun } from './bins.ts';
import { equalNeighbours } from './equal-neighbours.ts';
import { readBins, type PlaceOfMonth } from './bin-reader.ts';
import { countedPass } from './filter-tables.ts';
import type { GroupPlaces } from './group-places.ts';
import { GroupTables, type LineSlice, type Measure, type Noted } from './group-tables.ts';
import type { LineBuffer } from './line-buffer.ts';
import type { RankedPlan } from './plan.ts';
import type { PayDistribution } from './told-pays.ts';

/** What is counted of runs, bin by bin. */
export interface BinCounts {
  /** The records of each group in each bin, group by group. */
  readonly records: Uint32Array;
  /** What each group earns together, in centavos. */
  readonly totals: Float64Array;
  /** Of the months asked: distinct salaries in centavos, ascending, and how many have each. */
  readonly distribution: PayDistribution;
}

export interface Counting {
  readonly plan: RankedPlan;
  readonly lines: LineBuffer;
  readonly runs: readonly CountedRun[];
  readonly bins: Bins;
  readonly places: GroupPlaces;
  readonly placeOfMonth: PlaceOfMonth;
  /** Which bins are counted here. */
  readonly isOwn: (bin: number) => boolean;
  /** Added to by flags: lines of the months asked that pass every filter and do not count. */
  readonly tally: Float64Array;
}

/** Counts every group of some bins in one walk over the lines. */
export function countBins(counting: Counting): BinCounts {
  const { plan, lines, runs, places, placeOfMonth, isOwn } = counting;
  const { bins } = counting.bins;
  const tables = new GroupTables(places, plan);
  const records = new Uint32Array(places.end * bins.length);
  const totals = new Float64Array(places.end);
  const centavos: number[] = [];
  const counts: number[] = [];
  const [first, second] = [new Float64Array(places.end), new Float64Array(places.end)];
  const tell = (pay: number, count: number) => {
    const last = counts.length - 1;
    if (centavos[last] === pay) counts[last] = (counts[last] ?? 0) + count;
    else {
      centavos.push(pay);
      counts.push(count);
    }
  };
  for (const { index, slices } of readBins(lines, runs, counting.bins, placeOfMonth, isOwn)) {
    const bin = bins[index];
    if (bin === undefined) continue;
    const add = (measure: Measure, noted: Noted) => {
      for (const slice of slices) tables.add(lines, slice, measure, noted);
      return tables.take(measure.unit === 0 ? second : first);
    };
    const sums = sumsOf(bin, add, counting.tally, tell);
    if (isWide(bin)) distributeSorted(passingPays(lines, slices), tell);
    for (let group = 0; group < places.end; group++) {
      const own = sums.records(group);
      if (own === 0) continue;
      const at = group * bins.length + index;
      records[at] = (records[at] ?? 0) + own;
      totals[group] = (totals[group] ?? 0) + bin.lowest * own + sums.above(group);
    }
  }
  const distribution = { centavos: Uint32Array.from(centavos), counts: Uint32Array.from(counts) };
  return { records, totals, distribution };
}

interface BinSums {
  readonly records: (group: number) => number;
  /** What the group's records earn above the bin's lowest salary, all together. */
  readonly above: (group: number) => number;
}

const nothing = new Uint32Array();
const noTally = new Float64Array();

/**
 * Adds a bin up: records and salaries in one number where both fit a double's 53 bits, one after the other where they
 * do not. Tells its distinct salaries with their counts, unless it is wide.
 */
function sumsOf(
  bin: Bin,
  add: (measure: Measure, noted: Noted) => Float64Array,
  tally: Float64Array,
  tell: (pay: number, count: number) => void,
): BinSums {
  const { lowest: base, highest, lines } = bin;
  const counts = isWide(bin) ? nothing : zeros(highest - base + 1);
  const unit = 2 ** Math.ceil(Math.log2(lines * (highest - base) + 1));
  const isPacked = lines * unit < Number.MAX_SAFE_INTEGER;
  const first = add(isPacked ? { base, unit, scale: 1 } : { base, unit: 1, scale: 0 }, {
    tally,
    counts,
  });
  for (let above = 0; above < counts.length; above++) {
    const count = counts[above] ?? 0;
    if (count > 0) tell(base + above, count);
  }
  if (isPacked) {
    const records = (group: number) => Math.floor((first[group] ?? 0) / unit);
    return { records, above: (group) => (first[group] ?? 0) - records(group) * unit };
  }
  const above = add({ base, unit: 0, scale: 1 }, { tally: noTally, counts: nothing });
  return { records: (group) => first[group] ?? 0, above: (group) => above[group] ?? 0 };
}

// Used for one bin after another.
let room = new Uint32Array();

function zeros(length: number): Uint32Array {
  if (room.length < length) room = new Uint32Array(length * 2);
  return room.subarray(0, length).fill(0);
}

/** The salaries of a bin's lines that count, ascending. */
function passingPays({ pay, passes }: LineBuffer, slices: readonly LineSlice[]): Uint32Array {
  const pays: number[] = [];
  for (const { from, to, isAsked } of slices) {
    if (!isAsked) continue;
    for (let line = from; line < to; line++) {
      if (passes[line] === countedPass) pays.push(pay[line] ?? 0);
    }
  }
  return Uint32Array.from(pays).toSorted();
}

function distributeSorted(pays: Uint32Array, tell: (pay: number, count: number) => void): void {
  for (const { from, to } of equalNeighbours(pays.length, (at) => pays[at])) {
    tell(pays[from] ?? 0, to - from);
  }
}
