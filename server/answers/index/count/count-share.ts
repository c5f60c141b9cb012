import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { type IndexPlan, type Tally, UncountableRowsError } from './plan.ts';
import { groupingOf, type GroupedCodes } from './group-tables.ts';
import { binsOf } from './bins.ts';
import { type BinCounts, countBins, type Counting } from './count-bins.ts';
import { LineBuffer, usualSizes, type Reading } from './line-buffer.ts';
import { defined } from '../../../../shared/codes/defined.ts';
import { pickSalaries } from './pick-ranks.ts';
import { countedRun, openMonths, runsOf } from './runs.ts';
import { throwIfStopped, waitForOther } from './stop-flag.ts';
import { tallyRuns } from './tally-runs.ts';

/** The part of a plan's lines that a thread counts: number `index` of `of` parts. */
export interface Share {
  readonly index: number;
  readonly of: number;
  /** The port to the thread of the other part; null if there is one part. */
  readonly other: MessagePort | null;
}

/** The counts of a part; `records` are those of all parts together. */
export interface ShareCounts extends Omit<BinCounts, 'records'> {
  readonly codes: GroupedCodes;
  readonly records: Uint32Array<ArrayBuffer>;
  /** Salaries of wanted ranks; see `pickSalaries`. */
  readonly picked: Uint32Array<ArrayBuffer>;
  /** The lines that do not count. */
  readonly tally: Tally;
}

/**
 * Counts a share of a plan: some bins of salaries, and then the salaries of wanted ranks in them, which follow from the
 * records of all bins. Blocks the thread, also while the other thread counts. Throws `UncountableRowsError` for salaries
 * beyond what the files hold or doubles add up, and if the query was cancelled.
 */
export function countShare(plan: IndexPlan, reading: Reading, share: Share): ShareCounts {
  try {
    const { counting, tally } = sharedCounting(plan, reading, share);
    const { records: counted, ...counts } = countBins(counting, tally.counted);
    // Larger sums are beyond the exact integers of a double.
    if (counts.totals.some((total) => total > Number.MAX_SAFE_INTEGER)) {
      throw new UncountableRowsError('All salaries together are beyond what is counted exactly.');
    }
    const all = share.other === null ? counted : sumWithOther(counted, share.other, reading.stop);
    const records = recordsByGroup(all, counting.bins.bins.length);
    const picked = pickSalaries(counting, all, records);
    return { ...counts, codes: counting.codes, records, picked, tally };
  } finally {
    // An open port, and what waits in it, would stay in memory.
    share.other?.close();
  }
}

export function sharedCounting(
  plan: IndexPlan,
  reading: Reading,
  share: Pick<Share, 'index' | 'of'>,
): { readonly counting: Counting; readonly tally: Tally } {
  const lines = new LineBuffer(plan, reading);
  throwIfStopped(reading.stop);
  const { months, codes } = openMonths(plan, reading);
  const all = months
    .flatMap((month) => runsOf(month, plan.balances, plan.occupations))
    .map((run) => countedRun(plan, run));
  const runs = all.filter(({ run }) => run.isUsual || lines.filters.countsOthers);
  const bins = binsOf(runs, (reading.sizes ?? usualSizes).linesOfBin);
  const tally = tallyRuns(plan, share, { months, runs: all }, reading);
  const counting = { ...groupingOf(plan, codes), lines, bins, own: ownBins(bins.bins, share) };
  return { counting, tally };
}

/** Adds the records of the other thread once it has counted them. Throws if the query is cancelled. */
function sumWithOther(
  records: Uint32Array<SharedArrayBuffer>,
  other: MessagePort,
  stop: Int32Array,
): Uint32Array {
  other.postMessage(records, []);
  waitForOther(stop);
  const received: { readonly message: Uint32Array } = defined(receiveMessageOnPort(other));
  const sums = records.slice();
  for (let at = 0; at < sums.length; at++) {
    sums[at] = defined(sums[at]) + defined(received.message[at]);
  }
  return sums;
}

function recordsByGroup(records: Uint32Array, bins: number): Uint32Array<ArrayBuffer> {
  const sums = new Uint32Array(records.length / bins);
  for (let group = 0, at = 0; group < sums.length; group++) {
    let sum = 0;
    for (const end = at + bins; at < end; at++) sum += defined(records[at]);
    sums[group] = sum;
  }
  return sums;
}

/** The bins of a share: neighbouring ones, with about as many lines as every other share. */
function ownBins(
  bins: readonly { readonly lines: number }[],
  { index, of }: Pick<Share, 'index' | 'of'>,
): Uint8Array {
  const all = bins.reduce((sum, { lines }) => sum + lines, 0);
  const own = new Uint8Array(bins.length);
  let before = 0;
  for (const [bin, { lines }] of bins.entries()) {
    const share = Math.floor(((before + lines / 2) * of) / Math.max(1, all));
    if (Math.min(of - 1, share) === index) own[bin] = 1;
    before += lines;
  }
  return own;
}
