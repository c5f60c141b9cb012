import { defined } from '../format/numbers.ts';
import { spreadRank } from '../../../../shared/statistics/median-difference.ts';
import { medianIntervalRanks } from '../../../../shared/statistics/percentile.ts';

/** Up to this many salaries are sorted. */
const fewest = 2_048;

/** Counts of salaries in equal ranges, the first of which begins at `lowest`. */
interface Buckets {
  readonly lowest: number;
  /** A range is as wide as this power of two. */
  readonly shift: number;
  readonly counts: Uint32Array;
}

/** Empty buckets for salaries between two bounds, more of them for very many salaries. */
function emptyBuckets(lowest: number, highest: number, length: number): Buckets {
  const bits = length > 100_000 ? 16 : 12;
  const shift = Math.max(0, 32 - Math.clz32(highest - lowest) - bits);
  return { lowest, shift, counts: new Uint32Array(((highest - lowest) >>> shift) + 1) };
}

/**
 * The salaries of some ascending ranks (from 1) among the first `length` of `pays`, whose order changes. Salaries far
 * from these ranks are counted and never sorted. `bounds` are the lowest and the highest of them, if they are known.
 */
export function pickRanks(
  pays: Uint32Array,
  length: number,
  ranks: readonly number[],
  bounds?: readonly [lowest: number, highest: number],
): number[] {
  const asked = pays.subarray(0, length);
  if (length <= fewest) {
    asked.sort();
    return ranks.map((rank) => defined(asked[rank - 1]));
  }
  const [lowest, highest] = bounds ?? boundsOf(asked);
  if (lowest === highest) return ranks.map(() => lowest);
  const buckets = emptyBuckets(lowest, highest, length);
  count(asked, buckets);
  return pickCounted(asked, buckets, ranks);
}

/** The same for salaries that are already counted in buckets. */
function pickCounted(pays: Uint32Array, buckets: Buckets, ranks: readonly number[]): number[] {
  const { lowest, shift } = buckets;
  const wanted = wantedBuckets(buckets.counts, ranks);
  // Within a range of one centavo all salaries are the same.
  const lists = shift === 0 ? [] : gathered(pays, buckets, wanted);
  return wanted.flatMap(({ bucket, own }, at) => {
    const list = lists[at];
    return list === undefined ? own.map(() => lowest + bucket) : pickRanks(list, list.length, own);
  });
}

function boundsOf(pays: Uint32Array): [lowest: number, highest: number] {
  let [lowest, highest] = [defined(pays[0]), defined(pays[0])];
  for (let at = 1; at < pays.length; at++) {
    const pay = defined(pays[at]);
    if (pay < lowest) lowest = pay;
    if (pay > highest) highest = pay;
  }
  return [lowest, highest];
}

function count(pays: Uint32Array, { lowest, shift, counts }: Buckets): void {
  for (let at = 0; at < pays.length; at++) {
    const bucket = (defined(pays[at]) - lowest) >>> shift;
    counts[bucket] = defined(counts[bucket]) + 1;
  }
}

interface WantedBucket {
  readonly bucket: number;
  readonly inside: number;
  /** Ranks within the bucket. */
  readonly own: readonly number[];
}

function wantedBuckets(counts: Uint32Array, ranks: readonly number[]): WantedBucket[] {
  const wanted: WantedBucket[] = [];
  let before = 0;
  let next = 0;
  for (let bucket = 0; bucket < counts.length && next < ranks.length; bucket++) {
    const inside = defined(counts[bucket]);
    const first = next;
    while ((ranks[next] ?? Infinity) <= before + inside) next++;
    if (next > first) {
      wanted.push({ bucket, inside, own: lowered(ranks.slice(first, next), before) });
    }
    before += inside;
  }
  return wanted;
}

const lowered = (ranks: readonly number[], by: number) => ranks.map((rank) => rank - by);

/** The salaries of each wanted bucket. */
function gathered(
  pays: Uint32Array,
  { lowest, shift, counts }: Buckets,
  wanted: readonly WantedBucket[],
): Uint32Array[] {
  const slots = new Int16Array(counts.length).fill(-1);
  for (const [slot, { bucket }] of wanted.entries()) slots[bucket] = slot;
  const lists = wanted.map(({ inside }) => new Uint32Array(inside));
  const lengths = new Uint32Array(wanted.length);
  for (let at = 0; at < pays.length; at++) {
    const pay = defined(pays[at]);
    const slot = defined(slots[(pay - lowest) >>> shift]);
    if (slot < 0) continue;
    const length = defined(lengths[slot]);
    const list = defined(lists[slot]);
    list[length] = pay;
    lengths[slot] = length + 1;
  }
  return lists;
}

/**
 * The ranks, ascending, that the statistics of a group with this number of records and design effect need: those of
 * PERCENTIL.INC at 25, 50 and 75 with their upper neighbours, those of the median's interval, and those of Bonett and
 * Price's standard error (shared/statistics/interval-difference.ts).
 */
export function wantedRanks(records: number, designEffect: number): number[] {
  const quartiles = [1, 2, 3].flatMap((quarter) => {
    const rank = Math.floor(((records - 1) * quarter) / 4) + 1;
    return [rank, rank + 1];
  });
  const interval = medianIntervalRanks(records, designEffect);
  const spread = spreadRank(records);
  const ranks = [
    ...quartiles,
    ...(interval === null ? [] : [interval.lower, interval.upper]),
    spread,
    records + 1 - spread,
  ];
  return [...new Set(ranks)]
    .filter((rank) => rank >= 1 && rank <= records)
    .toSorted((a, b) => a - b);
}
