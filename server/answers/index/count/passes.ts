import { tableOf } from '../../../../shared/codes/keys.ts';
import type { FacetName } from '../../../../shared/filters/facet-filters.ts';
import type { DimensionName } from '../../query/dimensions.ts';
import { excludedFilters } from '../../query/excluded-filters.ts';
import { flagsShift, traitFields, type CodedColumn } from '../format/line-columns.ts';

/**
 * The filters of a query as lookup tables. The bitwise AND of the entries for a line's codes gives the filters that the
 * line passes. A panel leaves out the filters of its dimension, so each such set of filters has a bit; all other
 * filters share one.
 */
const passNames = [
  'place',
  'companySize',
  'sex',
  'schooling',
  'age',
  /** Subclasses. The section is among `others`: within a section, the panel is about its subclasses. */
  'activity',
  'others',
] as const;
export type PassBit = (typeof passNames)[number];

/** 16-bit numbers of `passBits` and `countedBit`. */
export type Passes = Uint16Array;
export const passesFor = (length: number): Passes => new Uint16Array(length);

export const passBits = tableOf(passNames, (_, place) => 2 ** place);
/** The bits of a line that passes every filter. */
export const everyPass = 2 ** passNames.length - 1;
/** An extra bit, not of a filter: set if the series and the salary rule count the line. */
export const countedBit = 2 ** passNames.length;
export const countedPass = everyPass | countedBit;

/** The bit of the filters that a panel leaves out. */
export const bitOfOwn = {
  place: 'place',
  companySize: 'companySize',
  sex: 'sex',
  schooling: 'schooling',
  age: 'age',
  section: 'activity',
  subclass: 'activity',
} as const satisfies Record<FacetName, PassBit>;

/** The bit of the filters that a dimension leaves out; 0 where it leaves none. */
export function leavesOf(name: DimensionName): number {
  const facet = excludedFilters(name);
  return facet === null ? 0 : passBits[bitOfOwn[facet]];
}

/** Number of bits of a line's traits in the first table; the second table takes the remaining traits. */
export const lowBits = traitFields.state.shift;
export const midBits = flagsShift - lowBits;

export interface FilterTables {
  /** Indexed by sex, age, schooling and size. */
  readonly low: Passes;
  /** Indexed by state and section. */
  readonly mid: Passes;
  readonly flags: Passes;
  /** Indexed by details; null if no filter uses them. */
  readonly details: Passes | null;
  /** The codes that pass; null for all. */
  readonly codes: Readonly<Record<CodedColumn, readonly number[] | null>>;
}

export const lowMask = 2 ** lowBits - 1;
export const midMask = 2 ** midBits - 1;
