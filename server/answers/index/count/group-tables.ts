import { tableOf } from '../../../../shared/codes/keys.ts';
import { defined } from '../../../../shared/codes/defined.ts';
import { type Trait, traitFields, traitNames } from '../format/line-columns.ts';
import { leavesOf, lowBits, midBits } from './passes.ts';
import { cellOfFailure, failures, stateMask } from './kernel-tables.ts';
import type { GroupCodes } from './line-buffer.ts';
import type { IndexPlan } from './plan.ts';
import {
  type GatheredLines,
  type Measure,
  copiedCodes,
  inOneGroup,
  kernelRoom,
  lineKernel,
} from './line-kernel.ts';

/** Dimensions whose counts follow from those of the municipalities. */
const regionDimensions = ['immediateRegion', 'intermediateRegion'] as const;
type RegionDimension = (typeof regionDimensions)[number];

/** The dimensions by which month files group lines, in the order of their groups. A trait has a group for each code. */
export const indexedDimensions = [
  ...traitNames,
  'country',
  'month',
  'municipality',
  'subclass',
  ...regionDimensions,
] as const;
export type IndexedDimension = (typeof indexedDimensions)[number];

export type GroupedCodes = Readonly<Record<IndexedDimension, readonly number[]>>;

const traitCodes = tableOf(traitNames, (name) => [...Array(2 ** traitFields[name].bits).keys()]);

/** Where the groups of each dimension begin in the list of all groups, and where the list ends. */
export type GroupPlaces = Readonly<Record<IndexedDimension | 'end', number>>;

export function groupPlaces(codes: GroupedCodes): GroupPlaces {
  let end = 0;
  const begins = indexedDimensions.map((name) => {
    const begin = end;
    end += codes[name].length;
    return { [name]: begin };
  });
  return Object.assign({ end }, ...begins);
}

/** How a thread groups a plan's lines. */
export interface Grouping {
  readonly plan: IndexPlan;
  readonly codes: GroupedCodes;
  readonly places: GroupPlaces;
  /** The index of each municipality's region. */
  readonly regions: Readonly<Record<RegionDimension, Uint16Array>>;
}

/** Groups a plan's lines by its months and regions, and by the municipalities and subclasses of its months' files. */
export function groupingOf(plan: IndexPlan, groupCodes: GroupCodes): Grouping {
  const towns = new Map(plan.towns.map((town) => [town.code, town]));
  const regionsOf = (kind: 'immediate' | 'intermediate') => {
    // Code 0 is an unknown region.
    const ofTowns = groupCodes.municipality.map((code) => Number(towns.get(code)?.[kind] ?? 0));
    const codes = [...new Set(ofTowns)];
    return { codes, ofTowns: Uint16Array.from(ofTowns, (code) => codes.indexOf(code)) };
  };
  const [immediate, intermediate] = [regionsOf('immediate'), regionsOf('intermediate')];
  const codes = {
    ...traitCodes,
    country: [0],
    month: plan.months.map(({ month }) => month),
    ...groupCodes,
    immediateRegion: immediate.codes,
    intermediateRegion: intermediate.codes,
  };
  return {
    plan,
    codes,
    places: groupPlaces(codes),
    regions: { immediateRegion: immediate.ofTowns, intermediateRegion: intermediate.ofTowns },
  };
}

export interface LineSlice {
  readonly from: number;
  readonly to: number;
  /** The position of its month among those of the query. */
  readonly month: number;
  /** Whether its month is requested. Other months are counted by month only. */
  readonly isRequested: boolean;
}

/** The traits whose combinations index the first table, from its lowest bit. */
const lowTraits = traitNames.filter((name) => traitFields[name].shift < lowBits);
const midTraits = traitNames.filter((name) => traitFields[name].shift >= lowBits);

/** Further counts: the salaries, and the lines that pass every filter and do not count, by their flags. */
interface Noted {
  readonly salaries: boolean;
  readonly tally: boolean;
}

/**
 * Adds up lines by combinations of their codes, in two tables for six dimensions, and computes the sums of every group
 * from these. So a line costs two additions, whatever the number of groupings.
 */
export class GroupTables {
  readonly #grouping: Grouping;
  /** Sums by month, to which lines are added directly. */
  readonly #months: Float64Array;

  constructor(grouping: Grouping) {
    this.#grouping = grouping;
    this.#months = new Float64Array(grouping.plan.months.length);
    // The previous count may have been cancelled.
    const { first, second, tally, placed } = kernelRoom();
    for (const table of [first, second, tally]) table.fill(0);
    lineKernel().takeFullTime();
    placed.fill(0, 0, this.#placedGroups);
  }

  /** The number of municipalities and subclasses. */
  get #placedGroups(): number {
    const { municipality, immediateRegion } = this.#grouping.places;
    return immediateRegion - municipality;
  }

  /** Adds the lines of some slices that count. */
  add(slices: readonly LineSlice[], { base, unit, scale }: Measure, noted: Noted): void {
    const kernel = lineKernel();
    kernel.setMeasure(base, unit, scale);
    for (const { from, to, month, isRequested } of slices) {
      const sum = isRequested
        ? kernel.add(from, to, noted.salaries ? -1 : 0, Number(noted.tally))
        : kernel.sum(from, to);
      this.#months[month] = defined(this.#months[month]) + sum;
      if (isRequested) this.#addPlaced(from, to);
    }
  }

  #addPlaced(from: number, to: number): void {
    const { municipality, subclass } = kernelRoom();
    const { plan, places } = this.#grouping;
    const kernel = lineKernel();
    if (plan.shownState !== null) {
      kernel.selectLines(leavesOf('municipality'), stateMask, plan.shownState);
      kernel.addPlaced(municipality.byteOffset + from * 2, from, to, 0);
    }
    if (plan.hasSubclasses) {
      kernel.selectLines(leavesOf('subclass'), 0, 0);
      const first = places.subclass - places.municipality;
      kernel.addPlaced(subclass.byteOffset + from * 2, from, to, first);
    }
  }

  /** Fills `sums` with the sums by group since the last call. */
  take(sums: Float64Array): void {
    const { places } = this.#grouping;
    const { first, second, placed } = kernelRoom();
    sums.fill(0);
    sums.set(this.#months, places.month);
    sums.set(placed.subarray(0, this.#placedGroups), places.municipality);
    placed.fill(0, 0, this.#placedGroups);
    this.#addRegions(sums);
    addByCode(sums, first.subarray(0, 2 ** lowBits), places, lowTraits);
    addByCode(sums, second.subarray(0, 2 ** midBits), places, midTraits);
    for (const [index, failure] of failures.entries()) {
      if (failure === undefined) continue;
      const [begin, cell] = [places[failure.trait], cellOfFailure(index)];
      for (let code = 0; code < 2 ** failure.bits; code++) {
        sums[begin + code] = defined(sums[begin + code]) + defined(first[cell + code]);
      }
    }
    let country = 0;
    for (let at = places.state; at < places.section; at++) country += defined(sums[at]);
    sums[places.country] = country;
    first.fill(0, 2 ** lowBits);
    second.fill(0, 2 ** midBits);
    this.#months.fill(0);
  }

  #addRegions(sums: Float64Array): void {
    const { places, regions } = this.#grouping;
    for (const name of regionDimensions) {
      const ofTowns = regions[name];
      for (let town = 0; town < ofTowns.length; town++) {
        const group = places[name] + defined(ofTowns[town]);
        sums[group] = defined(sums[group]) + defined(sums[places.municipality + town]);
      }
    }
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

/** The lines of some slices by their groups in a dimension, counted from its first group. */
export const linesOfGroups = (
  name: IndexedDimension,
  slices: readonly LineSlice[],
  grouping: Grouping,
): GatheredLines[] =>
  slices
    // Months that are not requested are counted by month only.
    .filter(({ isRequested }) => isRequested || name === 'month')
    .map((slice) => groupsOf(name, slice, grouping));

function groupsOf(
  name: IndexedDimension,
  slice: LineSlice,
  { plan: { shownState }, regions }: Grouping,
): GatheredLines {
  const { municipality, subclass } = kernelRoom();
  const all = { ...inOneGroup(slice), leaves: leavesOf(name) };
  const place = { mask: 0xff_ff, ...(shownState !== null && { stateMask, state: shownState }) };
  switch (name) {
    case 'month':
      return { ...all, first: slice.month };
    case 'country':
      return all;
    case 'subclass':
      return { ...all, mask: 0xff_ff, codes: subclass };
    case 'municipality':
      return { ...all, ...place, codes: municipality };
    case 'immediateRegion':
    case 'intermediateRegion':
      return { ...all, ...place, codes: copiedCodes(municipality, slice, regions[name]) };
    default:
      return { ...all, shift: traitFields[name].shift, mask: 2 ** traitFields[name].bits - 1 };
  }
}
