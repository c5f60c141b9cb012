import { defined } from '../format/numbers.ts';
import { type PartRanks, pickRanks, ranksByPart, wantedRanks } from './pick-ranks.ts';
import { readBins } from './bins.ts';
import type { Counting } from './count-bins.ts';
import { endOf, indexedDimensions, linesOfGroups } from './group-tables.ts';
import { gatherPays } from './line-kernel.ts';

/** The wanted ranks of a group within one bin. */
interface Want extends PartRanks {
  readonly group: number;
}

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
  const { plan, places, isOwn } = counting;
  const { bins } = counting.bins;
  const all = [...ofGroups].flatMap((own, group): Want[] => {
    if (own === 0) return [];
    const inBins = records.subarray(group * bins.length, (group + 1) * bins.length);
    return ranksByPart(inBins, wantedRanks(own, plan.designEffect)).map((part) => ({
      group,
      ...part,
    }));
  });
  const wants = Map.groupBy(all, ({ part }) => part);
  const picked: number[] = [];
  const note = ({ group, ranks }: Want, pays: readonly number[]) => {
    for (const [at, rank] of ranks.entries()) picked.push(group, rank, defined(pays[at]));
  };
  const isRead = (index: number) => {
    const { lowest, highest } = defined(bins[index]);
    return isOwn(index) && lowest < highest && wants.has(index);
  };
  for (const [index, own] of wants) {
    const { lowest, highest } = defined(bins[index]);
    if (!isOwn(index) || lowest < highest) continue;
    for (const want of own) {
      note(
        want,
        want.ranks.map(() => lowest),
      );
    }
  }
  const dimensionOf = ({ group }: Want) =>
    defined(indexedDimensions.find((name) => group < endOf(places, name)));
  for (const { index, slices } of readBins(counting.lines, counting.bins, isRead)) {
    for (const [dimension, own] of Map.groupBy(defined(wants.get(index)), dimensionOf)) {
      const sizes = own.map((want) => [want.group - places[dimension], want.records] as const);
      const found = gatherPays(linesOfGroups(dimension, slices, counting), new Map(sizes));
      for (const [at, want] of own.entries()) {
        note(want, pickRanks(defined(found[at]), want.inPart));
      }
    }
  }
  return Uint32Array.from(picked);
}
