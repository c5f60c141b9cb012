import { defined } from '../format/defined.ts';
import { type Trait, traitFields, traitNames } from '../format/line-columns.ts';
import { leavesOf, lowBits, midBits } from './filter-tables.ts';
import { cellOfFailure, failures } from './kernel-tables.ts';
import {
  type Measure,
  type Noted,
  addLines,
  addPlacedLines,
  kernelRoom,
  sumLines,
} from './line-kernel.ts';

/** Lines of one month in a buffer. */
export interface LineSlice {
  readonly from: number;
  readonly to: number;
  /** The position of its month among those of the query. */
  readonly month: number;
  /** Whether its month is requested. Other months are counted by month only. */
  readonly isAsked: boolean;
}

/** The traits whose combinations index the first table, from its lowest bit. */
const lowTraits = traitNames.filter((name) => traitFields[name].shift < lowBits);
const midTraits = traitNames.filter((name) => traitFields[name].shift >= lowBits);

/**
 * Adds up lines by combinations of their codes, in two tables for six dimensions, and computes the sums of every group
 * from these. So a line costs two additions, whatever the number of groupings.
 */
export class GroupTables {
  readonly #places: GroupPlaces;
  /** Sums by group, for the groups before the municipalities. Lines are added directly to the months only. */
  readonly #sums: Float64Array;
  readonly #shownState: number | null;
  readonly #hasSubclasses: boolean;

  constructor(
    places: GroupPlaces,
    shown: { readonly shownState: number | null; readonly hasSubclasses: boolean },
  ) {
    this.#places = places;
    this.#sums = new Float64Array(places.municipality);
    this.#shownState = shown.shownState;
    this.#hasSubclasses = shown.hasSubclasses;
    // The previous count may have been cancelled.
    const { first, second, tally, placed } = kernelRoom();
    for (const table of [first, second, tally]) table.fill(0);
    placed.fill(0, 0, places.end - places.municipality);
  }

  /** Adds the lines of a slice that count. */
  add(slice: LineSlice, measure: Measure, noted: Noted): void {
    const { month, municipality, subclass } = this.#places;
    const ofMonth = month + slice.month;
    if (!slice.isAsked) {
      this.#sums[ofMonth] = defined(this.#sums[ofMonth]) + sumLines(slice, measure);
      return;
    }
    this.#sums[ofMonth] = defined(this.#sums[ofMonth]) + addLines(slice, measure, noted);
    const { from, to } = slice;
    if (this.#shownState !== null) {
      const leaves = leavesOf('municipality');
      const state = this.#shownState;
      const placed = { from, to, column: 'municipality', leaves, state, first: 0 } as const;
      addPlacedLines(placed, measure);
    }
    if (this.#hasSubclasses) {
      const leaves = leavesOf('subclass');
      const first = subclass - municipality;
      const placed = { from, to, column: 'subclass', leaves, state: null, first } as const;
      addPlacedLines(placed, measure);
    }
  }

  /** Fills `sums` with the sums by group since the last call. */
  take(sums: Float64Array): Float64Array {
    const { first, second, placed } = kernelRoom();
    sums.set(this.#sums);
    const { municipality, end } = this.#places;
    sums.set(placed.subarray(0, end - municipality), municipality);
    placed.fill(0, 0, end - municipality);
    addByCode(sums, first.subarray(0, 2 ** lowBits), this.#places, lowTraits);
    addByCode(sums, second.subarray(0, 2 ** midBits), this.#places, midTraits);
    for (const [index, own] of failures.entries()) {
      if (own === undefined) continue;
      const [begin, cell] = [this.#places[own.trait], cellOfFailure(index)];
      for (let code = 0; code < 2 ** own.bits; code++) {
        sums[begin + code] = defined(sums[begin + code]) + defined(first[cell + code]);
      }
    }
    let country = 0;
    const { state, section } = this.#places;
    for (let at = state; at < section; at++) country += defined(sums[at]);
    sums[this.#places.country] = country;
    first.fill(0, 2 ** lowBits);
    second.fill(0, 2 ** midBits);
    this.#sums.fill(0);
    return sums;
  }
}

/**
 * Adds a table's sums to the groups of its traits and empties it. Processes the lowest trait first; each time the rest
 * is a table without this trait, in the same place.
 */
function addByCode(
  sums: Float64Array,
  table: Float64Array,
  places: GroupPlaces,
  traits: readonly Trait[],
): void {
  let rest = table.length;
  for (const name of traits) {
    const begin = places[name];
    const { bits } = traitFields[name];
    const mask = 2 ** bits - 1;
    for (let at = 0; at < rest; at++) {
      const value = defined(table[at]);
      if (value === 0) continue;
      const [group, above] = [begin + (at & mask), at >>> bits];
      sums[group] = defined(sums[group]) + value;
      table[at] = 0;
      table[above] = defined(table[above]) + value;
    }
    rest >>>= bits;
  }
  table.fill(0, 0, rest);
}

/** Dimensions whose groups depend on the query's months. A trait has one group for each of its codes. */
const listed = ['country', 'month', 'municipality', 'subclass'] as const;
/** The dimensions by which month files group lines, in the order of their groups. */
export const indexedDimensions = [...traitNames, ...listed] as const;
export type IndexedDimension = (typeof indexedDimensions)[number];

/** Where the groups of each dimension begin in the list of all groups, and where the list ends. */
export type GroupPlaces = Readonly<Record<IndexedDimension | 'end', number>>;

export function groupPlaces(
  months: number,
  municipalities: number,
  subclasses: number,
): GroupPlaces {
  const rooms: readonly (readonly [IndexedDimension, number])[] = [
    ...traitNames.map((name) => [name, 2 ** traitFields[name].bits] as const),
    ['country', 1],
    ['month', months],
    ['municipality', municipalities],
    ['subclass', subclasses],
  ];
  let end = 0;
  const begins = rooms.map(([name, room]) => {
    end += room;
    return { [name]: end - room };
  });
  return Object.assign({ end }, ...begins);
}

/** Where the groups of a dimension end. */
export const endOf = (places: GroupPlaces, name: IndexedDimension): number =>
  places[indexedDimensions[indexedDimensions.indexOf(name) + 1] ?? 'end'];
