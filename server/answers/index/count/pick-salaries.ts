import { defined } from '../format/defined.ts';
import { pickRanks, wantedRanks } from './pick-ranks.ts';
import { readBins } from './bins.ts';
import type { Counting } from './count-bins.ts';
import { countedPass, leavesOf } from './filter-tables.ts';
import {
  type GroupPlaces,
  type LineSlice,
  type IndexedDimension,
  endOf,
  indexedDimensions,
} from './group-tables.ts';
import type { LineBuffer } from './line-buffer.ts';
import { traitFields, type Trait } from '../format/line-columns.ts';

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
  const { lines, runs, places, placeOfMonth, isOwn } = counting;
  const { bins } = counting.bins;
  const wants = wantsOf(
    records,
    { groups: places.end, bins: bins.length },
    counting.plan.designEffect,
  );
  const picked = new Picked();
  const isRead = (index: number) => {
    const bin = bins[index];
    const isOne = bin === undefined || bin.lowest === bin.highest;
    return isOwn(index) && !isOne && defined(wants[index]).length > 0;
  };
  for (const [index, bin] of bins.entries()) {
    if (!isOwn(index) || bin.lowest < bin.highest) continue;
    for (const want of defined(wants[index])) {
      picked.note(
        want,
        want.ranks.map(() => bin.lowest),
      );
    }
  }
  for (const { index, slices } of readBins(lines, runs, counting.bins, placeOfMonth, isRead)) {
    for (const { dimension, own } of byDimension(places, defined(wants[index]))) {
      const found = salariesOf(counting, slices, dimension, own);
      for (const [at, want] of own.entries()) {
        const inBin = want.ranks.map((rank) => rank - want.before);
        picked.note(want, pickRanks(defined(found[at]), want.records, inBin));
      }
    }
  }
  return picked.all();
}

class Picked {
  readonly #groups: number[] = [];
  readonly #ranks: number[] = [];
  readonly #pays: number[] = [];

  note({ group, ranks }: Want, pays: readonly number[]): void {
    for (const [at, rank] of ranks.entries()) {
      this.#groups.push(group);
      this.#ranks.push(rank);
      this.#pays.push(defined(pays[at]));
    }
  }

  all(): PickedSalaries {
    return {
      groups: Uint32Array.from(this.#groups),
      ranks: Uint32Array.from(this.#ranks),
      pays: Uint32Array.from(this.#pays),
    };
  }
}

/** The wanted ranks of each group, by bin. */
function wantsOf(
  records: Uint32Array,
  { groups, bins }: { readonly groups: number; readonly bins: number },
  designEffect: number,
): Want[][] {
  const wants: Want[][] = Array.from({ length: bins }, () => []);
  for (let group = 0; group < groups; group++) {
    const own = records.subarray(group * bins, (group + 1) * bins);
    const all = own.reduce((sum, count) => sum + count, 0);
    const ranks = wantedRanks(all, designEffect);
    let before = 0;
    let next = 0;
    for (let bin = 0; bin < bins && next < ranks.length; bin++) {
      const inBin = defined(own[bin]);
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

/** Groups that are distinguished in a single scan of a bin's lines. */
interface Dimension {
  readonly name: IndexedDimension;
  readonly begin: number;
  readonly end: number;
}

function byDimension(places: GroupPlaces, wants: readonly Want[]) {
  return indexedDimensions.flatMap((name) => {
    const [begin, end] = [places[name], endOf(places, name)];
    const own = wants.filter(({ group }) => group >= begin && group < end);
    return own.length === 0 ? [] : [{ dimension: { name, begin, end }, own }];
  });
}

/** Where salaries of wanted groups are gathered. */
interface Gathering {
  /** The index of each group among the wanted ones; −1 for the others. */
  readonly slots: Int32Array;
  readonly pays: readonly Uint32Array[];
  readonly lengths: Uint32Array;
}

function salariesOf(
  { plan, lines }: Counting,
  slices: readonly LineSlice[],
  { name, begin, end }: Dimension,
  wants: readonly Want[],
): readonly Uint32Array[] {
  const slots = new Int32Array(end - begin).fill(-1);
  for (const [slot, { group }] of wants.entries()) slots[group - begin] = slot;
  const pays = roomFor(wants);
  const into: Gathering = { slots, pays, lengths: new Uint32Array(wants.length) };
  for (const slice of slices) {
    if (name === 'month') gatherMonth(lines, slice, into);
    else if (!slice.isAsked) continue;
    else if (name === 'municipality') {
      gatherPlaced(
        lines,
        {
          ...slice,
          codes: lines.municipality,
          leaves: leavesOf(name),
          state: plan.shownState,
        },
        into,
      );
    } else if (name === 'subclass') {
      gatherPlaced(
        lines,
        {
          ...slice,
          codes: lines.subclass,
          leaves: leavesOf(name),
          state: null,
        },
        into,
      );
    } else gatherTrait(lines, slice, traitOf(name), into);
  }
  return pays;
}

// All bins use the same memory: salaries are not needed after their ranks are picked.
let room = new Uint32Array();

/** Memory for the records of each want. */
function roomFor(wants: readonly Want[]): Uint32Array[] {
  const all = wants.reduce((sum, { records }) => sum + records, 0);
  if (all > room.length) room = new Uint32Array(all * 2);
  let end = 0;
  return wants.map(({ records }) => room.subarray(end, (end += records)));
}

interface TraitDimension {
  readonly shift: number;
  readonly mask: number;
  readonly leaves: number;
}

function traitOf(name: Trait | 'country'): TraitDimension {
  const leaves = leavesOf(name);
  if (name === 'country') return { shift: 0, mask: 0, leaves };
  const { shift, bits } = traitFields[name];
  return { shift, mask: 2 ** bits - 1, leaves };
}

function gatherTrait(
  { traits, pay, passes }: LineBuffer,
  { from, to }: LineSlice,
  { shift, mask, leaves }: TraitDimension,
  { slots, pays, lengths }: Gathering,
): void {
  for (let line = from; line < to; line++) {
    const codes = defined(traits[line]);
    const slot = defined(slots[(codes >>> shift) & mask]);
    if (slot < 0 || (defined(passes[line]) | leaves) !== countedPass) continue;
    const length = defined(lengths[slot]);
    const own = defined(pays[slot]);
    own[length] = defined(pay[line]);
    lengths[slot] = length + 1;
  }
}

function gatherMonth(
  { pay, passes }: LineBuffer,
  { from, to, month }: LineSlice,
  { slots, pays, lengths }: Gathering,
): void {
  const slot = defined(slots[month]);
  if (slot < 0) return;
  const own = defined(pays[slot]);
  let length = defined(lengths[slot]);
  for (let line = from; line < to; line++) {
    if (passes[line] !== countedPass) continue;
    own[length] = defined(pay[line]);
    length++;
  }
  lengths[slot] = length;
}

interface PlacedSlice {
  readonly from: number;
  readonly to: number;
  readonly codes: Uint16Array;
  readonly leaves: number;
  /** Lines of other states do not count; null for all. */
  readonly state: number | null;
}

function gatherPlaced(
  { traits, pay, passes }: LineBuffer,
  { from, to, codes, leaves, state }: PlacedSlice,
  { slots, pays, lengths }: Gathering,
): void {
  const { shift, bits } = traitFields.state;
  for (let line = from; line < to; line++) {
    const slot = defined(slots[defined(codes[line])]);
    if (slot < 0 || (defined(passes[line]) | leaves) !== countedPass) continue;
    const own = defined(traits[line]);
    if (state !== null && ((own >>> shift) & (2 ** bits - 1)) !== state) continue;
    const length = defined(lengths[slot]);
    const found = defined(pays[slot]);
    found[length] = defined(pay[line]);
    lengths[slot] = length + 1;
  }
}
