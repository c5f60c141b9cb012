import { defined } from '../../../../shared/codes/defined.ts';
import { firstNotBelow } from '../format/numbers.ts';
import { readBins } from './bins.ts';
import type { Counting } from './count-bins.ts';
import {
  indexedDimensions,
  linesOfGroups,
  type GroupPlaces,
  type IndexedDimension,
} from './group-tables.ts';
import { gatherSalaries } from './line-kernel.ts';
import { medianIntervalRanks } from '../../../../shared/statistics/percentile.ts';

/** Up to this many salaries are sorted. */
const minSalaries = 2_048;

/**
 * The salaries of some ascending ranks (from 1) among some salaries, which may be sorted in place. Counts salaries in
 * equal ranges: those far from these ranks are never sorted.
 */
export function pickRanks(salaries: Uint32Array, ranks: readonly number[]): number[] {
  if (salaries.length <= minSalaries) {
    salaries.sort();
    return ranks.map((rank) => defined(salaries[rank - 1]));
  }
  const [lowest, highest] = boundsOf(salaries);
  if (lowest === highest) return ranks.map(() => lowest);
  // A range is as wide as a power of two.
  const bits = salaries.length > 100_000 ? 16 : 12;
  const shift = Math.max(0, 32 - Math.clz32(highest - lowest) - bits);
  const counts = new Uint32Array(((highest - lowest) >>> shift) + 1);
  for (let at = 0; at < salaries.length; at++) {
    const range = (defined(salaries[at]) - lowest) >>> shift;
    counts[range] = defined(counts[range]) + 1;
  }
  const wanted = ranksByPart(counts, ranks);
  // Within a range of one centavo all salaries are the same.
  if (shift === 0) return wanted.flatMap(({ part, inPart }) => inPart.map(() => lowest + part));
  const slots = new Int16Array(counts.length).fill(-1);
  const found = wanted.map(({ part, records }, slot) => {
    slots[part] = slot;
    return { salaries: new Uint32Array(records), length: 0 };
  });
  for (let at = 0; at < salaries.length; at++) {
    const pay = defined(salaries[at]);
    const slot = defined(slots[(pay - lowest) >>> shift]);
    if (slot < 0) continue;
    const picked = defined(found[slot]);
    picked.salaries[picked.length++] = pay;
  }
  return wanted.flatMap(({ inPart }, slot) => pickRanks(defined(found[slot]).salaries, inPart));
}

function boundsOf(salaries: Uint32Array): [lowest: number, highest: number] {
  let [lowest, highest] = [Infinity, 0];
  for (let at = 0; at < salaries.length; at++) {
    const pay = defined(salaries[at]);
    if (pay < lowest) lowest = pay;
    if (pay > highest) highest = pay;
  }
  return [lowest, highest];
}

/** Ascending salaries of records. */
export interface SortedSalaries {
  readonly salaries: Uint32Array;
  /** How many records have at most each salary; null if each salary is of one record. */
  readonly upTo: Uint32Array | null;
}

function recordsBelow(lists: readonly SortedSalaries[], salary: number): number {
  let records = 0;
  for (const { salaries, upTo } of lists) {
    const place = firstNotBelow(salaries, salary);
    records += upTo === null || place === 0 ? place : defined(upTo[place - 1]);
  }
  return records;
}

/** The salaries of some ascending ranks (from 1) among the records of all lists, found by bisection. */
export function salariesAt(
  lists: readonly SortedSalaries[],
  ranks: readonly number[],
): readonly number[] {
  const highest = lists.reduce((most, { salaries }) => Math.max(most, salaries.at(-1) ?? 0), 0);
  let salary = 0;
  return ranks.map((rank) => {
    let high = highest;
    while (salary < high) {
      const middle = salary + ((high - salary) >>> 1);
      if (recordsBelow(lists, middle + 1) < rank) salary = middle + 1;
      else high = middle;
    }
    return salary;
  });
}

/** The wanted ranks within one part of some ascending salaries. */
interface PartRanks {
  readonly part: number;
  /** Number of salaries in the part. */
  readonly records: number;
  /** Number of salaries in the parts before. */
  readonly before: number;
  /** The ranks among the part's salaries. */
  readonly inPart: readonly number[];
}

/** Finds the parts with some ascending ranks, from the number of salaries in each part. */
function ranksByPart(counts: Uint32Array, ranks: readonly number[]): PartRanks[] {
  const parts: PartRanks[] = [];
  let before = 0;
  let next = 0;
  for (let part = 0; part < counts.length && next < ranks.length; part++) {
    const records = defined(counts[part]);
    const first = next;
    while ((ranks[next] ?? Infinity) <= before + records) next++;
    if (next > first) {
      const lower = before;
      const inPart = ranks.slice(first, next).map((rank) => rank - lower);
      parts.push({ part, records, before, inPart });
    }
    before += records;
  }
  return parts;
}

/**
 * The ranks, ascending, that the statistics of a group need: those of PERCENTIL.INC at 25, 50 and 75 with their upper
 * neighbours, and those of the median's interval. The group has at least one record.
 */
export function wantedRanks(records: number, designEffect: number): number[] {
  const quartiles = [1, 2, 3].flatMap((quarter) => {
    const rank = Math.floor(((records - 1) * quarter) / 4) + 1;
    return [rank, Math.min(rank + 1, records)];
  });
  const interval = medianIntervalRanks(records, designEffect);
  const ranks = [...quartiles, ...(interval === null ? [] : [interval.lower, interval.upper])];
  return [...new Set(Uint32Array.from(ranks).toSorted())];
}

/** The wanted ranks of a group within one bin. */
interface Want extends PartRanks {
  readonly group: number;
}

const dimensionOf = (group: number, places: GroupPlaces): IndexedDimension =>
  defined(indexedDimensions.findLast((name) => places[name] <= group));

/**
 * Picks the salaries of each group's wanted ranks in the bins of this thread, whose lines are read once more. `records`
 * has each group's records by bin, whichever thread counted them, and `ofGroups` their sums. Returns a group, a rank among
 * its records (from 1) and the salary of this rank in centavos, and so on.
 */
export function pickSalaries(
  counting: Counting,
  records: Uint32Array,
  ofGroups: Uint32Array,
): Uint32Array<ArrayBuffer> {
  const { plan, places, own } = counting;
  const { bins } = counting.bins;
  const all = [...ofGroups].flatMap((count, group): Want[] => {
    if (count === 0) return [];
    const inBins = records.subarray(group * bins.length, (group + 1) * bins.length);
    return ranksByPart(inBins, wantedRanks(count, plan.designEffect)).map((part) => ({
      group,
      ...part,
    }));
  });
  const wants = Map.groupBy(all, ({ part }) => part);
  const picked: number[] = [];
  const note = ({ group, before, inPart }: Want, payAt: (at: number) => number | undefined) => {
    for (const [at, rank] of inPart.entries()) {
      picked.push(group, before + rank, defined(payAt(at)));
    }
  };
  const read = new Uint8Array(bins.length);
  for (const [index, ofBin] of wants) {
    if (own[index] === 0) continue;
    const { lowest, highest } = defined(bins[index]);
    if (lowest < highest) read[index] = 1;
    else for (const want of ofBin) note(want, () => lowest);
  }
  for (const { index, slices } of readBins(counting.lines, counting.bins, read)) {
    for (const [dimension, ofDimension] of Map.groupBy(defined(wants.get(index)), ({ group }) =>
      dimensionOf(group, places),
    )) {
      const sizes = ofDimension.map(
        ({ group, records: size }) => [group - places[dimension], size] as const,
      );
      const found = gatherSalaries(linesOfGroups(dimension, slices, counting), new Map(sizes));
      for (const [place, want] of ofDimension.entries()) {
        const salaries = pickRanks(defined(found[place]), want.inPart);
        note(want, (at) => salaries[at]);
      }
    }
  }
  return Uint32Array.from(picked);
}
