import { defined } from '../format/numbers.ts';
import { type Trait, traitFields, traitNames } from '../format/line-columns.ts';
import { leavesOf, lowBits, midBits } from './passes.ts';
import { cellOfFailure, failures, stateMask } from './kernel-tables.ts';
import type { GroupCodes } from './line-buffer.ts';
import type { IndexPlan } from './plan.ts';
import {
  type GatheredLines,
  type Measure,
  inOneGroup,
  kernelRoom,
  lineKernel,
} from './line-kernel.ts';

/** Dimensions whose counts follow from those of the municipalities. */
export const regionDimensions = ['immediateRegion', 'intermediateRegion'] as const;
export type RegionDimension = (typeof regionDimensions)[number];

/** The regions of some municipalities, and the index of each municipality's region; code 0 is an unknown region. */
interface RegionGroups {
  readonly codes: readonly number[];
  readonly ofMunicipality: readonly number[];
}
export type ShownRegions = Readonly<Record<RegionDimension, RegionGroups>>;

/** The regions of IBGE of the municipalities that a query's panels list. */
export function shownRegions(
  { townRegions }: Pick<IndexPlan, 'townRegions'>,
  municipalities: readonly number[],
): ShownRegions {
  const towns = new Map(townRegions.map((town) => [town.municipality, town]));
  const groupsOf = (kind: 'immediate' | 'intermediate'): RegionGroups => {
    const own = municipalities.map((code) => towns.get(code)?.[kind] ?? 0);
    const codes = [...new Set(own)];
    return { codes, ofMunicipality: own.map((code) => codes.indexOf(code)) };
  };
  return { immediateRegion: groupsOf('immediate'), intermediateRegion: groupsOf('intermediate') };
}

/** Lines of one month in a buffer. */
export interface LineSlice {
  readonly from: number;
  readonly to: number;
  /** The position of its month among those of the query. */
  readonly month: number;
  /** Whether its month is requested. Other months are counted by month only. */
  readonly isAsked: boolean;
}

/** The groupings that not every query has. */
type GroupsOfPlan = Pick<IndexPlan, 'shownState' | 'hasSubclasses'>;

/** The traits whose combinations index the first table, from its lowest bit. */
const lowTraits = traitNames.filter((name) => traitFields[name].shift < lowBits);
const midTraits = traitNames.filter((name) => traitFields[name].shift >= lowBits);

/** What is counted besides: the salaries, and the lines that pass every filter and do not count, by their flags. */
export interface Noted {
  readonly pays: boolean;
  readonly tally: boolean;
}

/**
 * Adds up lines by combinations of their codes, in two tables for six dimensions, and computes the sums of every group
 * from these. So a line costs two additions, whatever the number of groupings.
 */
export class GroupTables {
  readonly #places: GroupPlaces;
  /** Sums by group, for the groups before the municipalities. Lines are added directly to the months only. */
  readonly #sums: Float64Array;
  readonly #plan: GroupsOfPlan;
  readonly #regions: ShownRegions;

  constructor(places: GroupPlaces, plan: GroupsOfPlan, regions: ShownRegions) {
    this.#places = places;
    this.#regions = regions;
    this.#sums = new Float64Array(places.municipality);
    this.#plan = plan;
    // The previous count may have been cancelled.
    const { first, second, tally, placed } = kernelRoom();
    for (const table of [first, second, tally]) table.fill(0);
    placed.fill(0, 0, places.immediateRegion - places.municipality);
  }

  /** Adds the lines of some slices that count. */
  add(slices: readonly LineSlice[], { base, unit, scale }: Measure, noted: Noted): void {
    const kernel = lineKernel();
    kernel.setMeasure(base, unit, scale);
    for (const { from, to, month, isAsked } of slices) {
      const at = this.#places.month + month;
      const sum = isAsked
        ? kernel.add(from, to, noted.pays ? -1 : 0, Number(noted.tally))
        : kernel.sum(from, to);
      this.#sums[at] = defined(this.#sums[at]) + sum;
      if (isAsked) this.#addPlaced(from, to);
    }
  }

  #addPlaced(from: number, to: number): void {
    const { municipality, subclass } = kernelRoom();
    const { shownState, hasSubclasses } = this.#plan;
    if (shownState !== null) {
      const leaves = leavesOf('municipality');
      const codes = municipality.byteOffset + from * 2;
      lineKernel().addPlaced(codes, from, to, leaves, stateMask, shownState, 0);
    }
    if (hasSubclasses) {
      const first = this.#places.subclass - this.#places.municipality;
      const codes = subclass.byteOffset + from * 2;
      lineKernel().addPlaced(codes, from, to, leavesOf('subclass'), 0, 0, first);
    }
  }

  /** Adds up the municipalities' sums by region. */
  #addRegions(sums: Float64Array): void {
    const { municipality } = this.#places;
    sums.fill(0, this.#places.immediateRegion);
    for (const name of regionDimensions) {
      const begin = this.#places[name];
      const { ofMunicipality } = this.#regions[name];
      for (let at = 0; at < ofMunicipality.length; at++) {
        const group = begin + defined(ofMunicipality[at]);
        sums[group] = defined(sums[group]) + defined(sums[municipality + at]);
      }
    }
  }

  /** Fills `sums` with the sums by group since the last call. */
  take(sums: Float64Array): Float64Array {
    const { first, second, placed } = kernelRoom();
    sums.set(this.#sums);
    const { municipality, immediateRegion: end } = this.#places;
    sums.set(placed.subarray(0, end - municipality), municipality);
    placed.fill(0, 0, end - municipality);
    this.#addRegions(sums);
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
const listed = ['country', 'month', 'municipality', 'subclass', ...regionDimensions] as const;
/** The dimensions by which month files group lines, in the order of their groups. */
export const indexedDimensions = [...traitNames, ...listed] as const;
export type IndexedDimension = (typeof indexedDimensions)[number];

/** Where the groups of each dimension begin in the list of all groups, and where the list ends. */
export type GroupPlaces = Readonly<Record<IndexedDimension | 'end', number>>;

export function groupPlaces(
  months: number,
  { municipality, subclass }: GroupCodes,
  regions: ShownRegions,
): GroupPlaces {
  const rooms: readonly (readonly [IndexedDimension, number])[] = [
    ...traitNames.map((name) => [name, 2 ** traitFields[name].bits] as const),
    ['country', 1],
    ['month', months],
    ['municipality', municipality.length],
    ['subclass', subclass.length],
    ...regionDimensions.map((name) => [name, regions[name].codes.length] as const),
  ];
  let end = 0;
  const begins = rooms.map(([name, room]) => {
    end += room;
    return { [name]: end - room };
  });
  return Object.assign({ end }, ...begins);
}

export const endOf = (places: GroupPlaces, name: IndexedDimension): number =>
  places[indexedDimensions[indexedDimensions.indexOf(name) + 1] ?? 'end'];

/** The lines of some slices by their groups in a dimension, counted from its first group. */
export function linesOfGroups(
  name: Exclude<IndexedDimension, RegionDimension>,
  slices: readonly LineSlice[],
  { shownState }: GroupsOfPlan,
): GatheredLines[] {
  const all = { ...inOneGroup, leaves: leavesOf(name) };
  // Months that are not requested are counted by month only.
  if (name === 'month') return slices.map((slice) => ({ ...all, ...slice, first: slice.month }));
  const asked = slices.filter(({ isAsked }) => isAsked);
  if (name === 'country') return asked.map((slice) => ({ ...all, ...slice }));
  if (name === 'municipality' || name === 'subclass') {
    const ofState = name === 'municipality' && shownState !== null;
    const state = ofState ? { stateMask, state: shownState } : {};
    return asked.map((slice) => ({ ...all, ...slice, column: name, mask: 0xff_ff, ...state }));
  }
  const { shift, bits } = traitFields[name];
  return asked.map((slice) => ({ ...all, ...slice, shift, mask: 2 ** bits - 1 }));
}
