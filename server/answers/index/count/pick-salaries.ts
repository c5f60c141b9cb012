import { defined } from '../format/numbers.ts';
import { pickRanks, wantedRanks } from './pick-ranks.ts';
import { readBins } from './bins.ts';
import type { Counting } from './count-bins.ts';
import {
  type IndexedDimension,
  type LineSlice,
  endOf,
  indexedDimensions,
  linesOfGroups,
  type RegionDimension,
} from './group-tables.ts';
import { gatherPays } from './line-kernel.ts';

/** The wanted ranks of a group within one bin. */
interface Want {
  readonly group: number;
  readonly records: number;
  /** Number of the group's records in the previous bins. */
  readonly before: number;
  /** Ranks among all of the group's records, ascending. */
  readonly ranks: readonly number[];
}

/** Salaries of wanted ranks, in parallel arrays. */
export interface PickedSalaries {
  readonly groups: Uint32Array;
  /** Ranks among the group's records, from 1. */
  readonly ranks: Uint32Array;
  /** Centavos. */
  readonly pays: Uint32Array;
}

/**
 * Picks the salaries of each group's wanted ranks in the bins of this thread, whose lines are read once more. `records`
 * has each group's records of all bins, whichever thread counted them.
 */
export function pickSalaries(counting: Counting, records: Uint32Array): PickedSalaries {
  const { plan, lines, runs, places, isOwn } = counting;
  const { bins } = counting.bins;
  const wants = wantsOf(records, bins.length, plan.designEffect);
  const [groups, ranks, pays]: [number[], number[], number[]] = [[], [], []];
  const note = (want: Want, found: readonly number[]) => {
    for (const [at, rank] of want.ranks.entries()) {
      groups.push(want.group);
      ranks.push(rank);
      pays.push(defined(found[at]));
    }
  };
  for (const [index, { lowest, highest }] of bins.entries()) {
    if (!isOwn(index) || lowest < highest) continue;
    for (const want of defined(wants[index])) {
      note(
        want,
        want.ranks.map(() => lowest),
      );
    }
  }
  const dimensionOf = ({ group }: Want): IndexedDimension =>
    defined(indexedDimensions.find((name) => group < endOf(places, name)));
  const isRead = (index: number) => {
    const { lowest, highest } = defined(bins[index]);
    return isOwn(index) && lowest < highest && defined(wants[index]).length > 0;
  };
  for (const { index, slices } of readBins(lines, runs, counting.bins, isRead)) {
    for (const [dimension, own] of Map.groupBy(defined(wants[index]), dimensionOf)) {
      const found =
        dimension === 'immediateRegion' || dimension === 'intermediateRegion'
          ? regionPays(counting, dimension, own, slices, (group) =>
              defined(records[group * bins.length + index]),
            )
          : gatherPays(
              linesOfGroups(dimension, slices, plan),
              new Map(own.map(({ group, records: size }) => [group - places[dimension], size])),
            );
      for (const [at, want] of own.entries()) {
        const inBin = want.ranks.map((rank) => rank - want.before);
        note(want, pickRanks(defined(found[at]), want.records, inBin));
      }
    }
  }
  return {
    groups: Uint32Array.from(groups),
    ranks: Uint32Array.from(ranks),
    pays: Uint32Array.from(pays),
  };
}

/** The salaries of wanted regions in a bin: those of their municipalities, whose records `recordsOf` gives by group. */
function regionPays(
  { plan, places, regions }: Counting,
  dimension: RegionDimension,
  wants: readonly Want[],
  slices: readonly LineSlice[],
  recordsOf: (group: number) => number,
): Uint32Array[] {
  const byRegion = new Map(
    wants.map(({ group, records }) => [
      group - places[dimension],
      { pays: new Uint32Array(records), end: 0 },
    ]),
  );
  const sizes = new Map<number, number>();
  const { ofMunicipality } = regions[dimension];
  for (let at = 0; at < ofMunicipality.length; at++) {
    if (!byRegion.has(defined(ofMunicipality[at]))) continue;
    const size = recordsOf(places.municipality + at);
    if (size > 0) sizes.set(at, size);
  }
  const found = gatherPays(linesOfGroups('municipality', slices, plan), sizes);
  let next = 0;
  for (const [at, size] of sizes) {
    const own = defined(byRegion.get(defined(ofMunicipality[at])));
    own.pays.set(defined(found[next++]), own.end);
    own.end += size;
  }
  return [...byRegion.values()].map(({ pays }) => pays);
}

/** The wanted ranks of each group, by bin. */
function wantsOf(records: Uint32Array, bins: number, designEffect: number): Want[][] {
  const wants: Want[][] = Array.from({ length: bins }, () => []);
  for (let group = 0; group * bins < records.length; group++) {
    const begin = group * bins;
    let all = 0;
    for (let bin = 0; bin < bins; bin++) all += defined(records[begin + bin]);
    if (all === 0) continue;
    const ranks = wantedRanks(all, designEffect);
    let before = 0;
    let next = 0;
    for (let bin = 0; bin < bins && next < ranks.length; bin++) {
      const inBin = defined(records[begin + bin]);
      const first = next;
      while ((ranks[next] ?? Infinity) <= before + inBin) next++;
      if (next > first) {
        wants[bin]?.push({ group, records: inBin, before, ranks: ranks.slice(first, next) });
      }
      before += inBin;
    }
  }
  return wants;
}
