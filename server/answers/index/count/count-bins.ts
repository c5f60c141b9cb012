import { defined } from '../../../../shared/codes/defined.ts';
import { type Bin, type Bins, isWide, readBins } from './bins.ts';
import { GroupTables, type Grouping } from './group-tables.ts';
import type { LineBuffer } from './line-buffer.ts';
import {
  type Measure,
  gatheredSalaries,
  kernelRoom,
  lineKernel,
  drainTally,
} from './line-kernel.ts';
import type { PayDistribution } from './plan.ts';

export interface BinCounts {
  /** The records of each group in each bin, group by group; in memory that threads share. */
  readonly records: Uint32Array<SharedArrayBuffer>;
  /** Sum of each group's salaries, in centavos. */
  readonly totals: Float64Array<ArrayBuffer>;
  readonly distribution: PayDistribution;
  /** Records of full-time work without apprentices. */
  readonly fullTime: number;
}

export interface Counting extends Grouping {
  readonly lines: LineBuffer;
  readonly bins: Bins;
  /** 1 for each bin that this thread counts. */
  readonly own: Uint8Array;
}

/**
 * Counts every group of some bins in a single scan. Adds the lines of the requested months that pass every filter and do
 * not count to a tally by flags.
 */
export function countBins(counting: Counting, tally: Float64Array): BinCounts {
  const { lines, places, own } = counting;
  const { bins } = counting.bins;
  const tables = new GroupTables(counting);
  const bytes = places.end * bins.length * Uint32Array.BYTES_PER_ELEMENT;
  const records = new Uint32Array(new SharedArrayBuffer(bytes));
  const totals = new Float64Array(places.end);
  const list = new PayList(bins, own);
  const [first, second] = [new Float64Array(places.end), new Float64Array(places.end)];
  for (const { index, slices } of readBins(lines, counting.bins, own)) {
    const bin = defined(bins[index]);
    const { lowest: base, highest } = bin;
    const isListed = !isWide(bin);
    if (isListed) kernelRoom().noted.fill(0, 0, highest - base + 1);
    const unit = 2 ** Math.ceil(Math.log2(bin.lines * (highest - base) + 1));
    // Records and salaries are added in one number if both fit the 53 bits of a double, otherwise in two passes.
    const isPacked = bin.lines * unit < Number.MAX_SAFE_INTEGER;
    const measure: Measure = isPacked ? { base, unit, scale: 1 } : { base, unit: 1, scale: 0 };
    tables.add(slices, measure, { salaries: isListed, tally: true });
    tables.take(first);
    if (isListed) addNoted(bin, list);
    else {
      const salaries = gatheredSalaries(slices.filter(({ isRequested }) => isRequested));
      for (const pay of salaries.toSorted()) list.add(pay, 1);
    }
    if (!isPacked) {
      tables.add(slices, { base, unit: 0, scale: 1 }, { salaries: false, tally: false });
      tables.take(second);
    }
    for (let group = 0; group < places.end; group++) {
      const sum = defined(first[group]);
      if (sum === 0) continue;
      const count = isPacked ? Math.floor(sum / unit) : sum;
      const above = isPacked ? sum - count * unit : defined(second[group]);
      const at = group * bins.length + index;
      records[at] = defined(records[at]) + count;
      totals[group] = defined(totals[group]) + base * count + above;
    }
  }
  drainTally(tally);
  const fullTime = lineKernel().takeFullTime();
  return { records, totals, distribution: list.all(), fullTime };
}

/** Adds a bin's noted salaries to the distribution. */
function addNoted({ lowest, highest }: Bin, list: PayList): void {
  const { noted } = kernelRoom();
  for (let above = 0; above <= highest - lowest; above++) {
    const count = defined(noted[above]);
    if (count > 0) list.add(lowest + above, count);
  }
}

/** Builds a distribution from salaries in ascending order. A repeated salary adds to its count. */
class PayList {
  readonly #centavos: Uint32Array<ArrayBuffer>;
  readonly #counts: Uint32Array<ArrayBuffer>;
  #length = 0;

  /** Has room for the distinct salaries of some bins. Growing lists would take three times as long. */
  constructor(bins: readonly Bin[], own: Uint8Array) {
    let most = 0;
    for (const [bin, { lines, lowest, highest }] of bins.entries()) {
      if (own[bin] === 1) most += Math.min(lines, highest - lowest + 1);
    }
    this.#centavos = new Uint32Array(most);
    this.#counts = new Uint32Array(most);
  }

  add(pay: number, count: number): void {
    const isNew = this.#length === 0 || this.#centavos[this.#length - 1] !== pay;
    if (isNew) this.#centavos[this.#length++] = pay;
    const last = this.#length - 1;
    this.#counts[last] = defined(this.#counts[last]) + count;
  }

  all(): PayDistribution {
    return {
      centavos: this.#centavos.slice(0, this.#length),
      counts: this.#counts.slice(0, this.#length),
    };
  }
}
