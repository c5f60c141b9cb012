import { defined, equalNeighbours } from '../format/numbers.ts';
import { type Bin, type Bins, type CountedRun, isWide, readBins } from './bins.ts';
import { type GroupPlaces, GroupTables, type Noted, type ShownRegions } from './group-tables.ts';
import type { LineBuffer } from './line-buffer.ts';
import { type Measure, countedPays, kernelRoom, takeTally } from './line-kernel.ts';
import type { IndexPlan } from './plan.ts';

/** The counts of runs, bin by bin. */
export interface BinCounts {
  /** The records of each group in each bin, group by group. */
  readonly records: Uint32Array;
  /** Sum of each group's salaries, in centavos. */
  readonly totals: Float64Array;
  /** Of the requested months: distinct salaries in centavos, ascending, and how many records have each. */
  readonly distribution: PayDistribution;
}

export interface Counting {
  readonly plan: IndexPlan;
  readonly lines: LineBuffer;
  readonly runs: readonly CountedRun[];
  readonly bins: Bins;
  readonly places: GroupPlaces;
  readonly regions: ShownRegions;
  /** Whether this thread counts a bin. */
  readonly isOwn: (bin: number) => boolean;
  /**
   * Counts by flags, to which `countBins` adds: lines of the requested months that pass every filter and do not count.
   */
  readonly tally: Float64Array;
}

/** Counts every group of some bins in a single scan. */
export function countBins(counting: Counting): BinCounts {
  const { plan, lines, runs, places, isOwn } = counting;
  const { bins } = counting.bins;
  const tables = new GroupTables(places, plan, counting.regions);
  const records = new Uint32Array(places.end * bins.length);
  const totals = new Float64Array(places.end);
  const list = new PayList();
  const [first, second] = [new Float64Array(places.end), new Float64Array(places.end)];
  for (const { index, slices } of readBins(lines, runs, counting.bins, isOwn)) {
    const bin = defined(bins[index]);
    const add = (measure: Measure, noted: Noted) => {
      tables.add(slices, measure, noted);
      return tables.take(measure.unit === 0 ? second : first);
    };
    const sums = sumsOf(bin, add, list);
    if (isWide(bin)) {
      const pays = countedPays(slices.filter(({ isAsked }) => isAsked)).toSorted();
      for (const { from, to } of equalNeighbours(pays.length, (at) => pays[at])) {
        list.add(defined(pays[from]), to - from);
      }
    }
    for (let group = 0; group < places.end; group++) {
      const own = sums.records(group);
      if (own === 0) continue;
      const at = group * bins.length + index;
      records[at] = defined(records[at]) + own;
      totals[group] = defined(totals[group]) + bin.lowest * own + sums.above(group);
    }
  }
  takeTally(counting.tally);
  return { records, totals, distribution: list.all() };
}

interface BinSums {
  readonly records: (group: number) => number;
  /** Sum of what the group's records earn above the bin's lowest salary. */
  readonly above: (group: number) => number;
}

/**
 * Sums a bin: records and salaries in one number where both fit the 53 bits of a double, otherwise in two passes. Adds
 * the bin's distinct salaries with their counts to `list`, unless the bin is wide.
 */
function sumsOf(
  bin: Bin,
  add: (measure: Measure, noted: Noted) => Float64Array,
  list: PayList,
): BinSums {
  const { lowest: base, highest, lines } = bin;
  const unit = 2 ** Math.ceil(Math.log2(lines * (highest - base) + 1));
  const isPacked = lines * unit < Number.MAX_SAFE_INTEGER;
  const pays = !isWide(bin);
  if (pays) kernelRoom().noted.fill(0, 0, highest - base + 1);
  const first = add(isPacked ? { base, unit, scale: 1 } : { base, unit: 1, scale: 0 }, {
    pays,
    tally: true,
  });
  if (pays) addCounted(bin, list);
  if (isPacked) {
    const records = (group: number) => Math.floor(defined(first[group]) / unit);
    return { records, above: (group) => defined(first[group]) - records(group) * unit };
  }
  const above = add({ base, unit: 0, scale: 1 }, { pays: false, tally: false });
  return { records: (group) => defined(first[group]), above: (group) => defined(above[group]) };
}

/** Adds a bin's noted salaries to the distribution. */
function addCounted({ lowest, highest }: Bin, list: PayList): void {
  const { noted } = kernelRoom();
  for (let above = 0; above <= highest - lowest; above++) {
    const count = defined(noted[above]);
    if (count > 0) list.add(lowest + above, count);
  }
}

/** Distinct salaries in centavos, ascending, and how many records have each. */
export interface PayDistribution {
  readonly centavos: Uint32Array;
  readonly counts: Uint32Array;
}

/** Builds a distribution from salaries in ascending order. A repeated salary adds to its count. */
class PayList {
  #centavos = new Uint32Array(1024);
  #counts = new Uint32Array(1024);
  #length = 0;

  add(pay: number, count: number): void {
    const last = this.#length - 1;
    if (last >= 0 && this.#centavos[last] === pay) {
      this.#counts[last] = defined(this.#counts[last]) + count;
      return;
    }
    if (this.#length === this.#centavos.length) {
      this.#centavos = roomier(this.#centavos);
      this.#counts = roomier(this.#counts);
    }
    this.#centavos[this.#length] = pay;
    this.#counts[this.#length] = count;
    this.#length += 1;
  }

  all(): PayDistribution {
    return {
      centavos: this.#centavos.slice(0, this.#length),
      counts: this.#counts.slice(0, this.#length),
    };
  }
}

/** The same numbers with room for as many more. */
export function roomier(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
