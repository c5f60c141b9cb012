import { defined } from '../format/numbers.ts';
import { facetFilters, type FacetName } from '../../../../shared/filters/facet-filters.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { fileTests, type LineFilterName } from '../../query/filters/catalogue.ts';
import { dimensionOf, type DimensionName } from '../../query/dimensions.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import {
  detailNames,
  flagCombinations,
  flagsShift,
  placeOfCode,
  traitFields,
  type CodeField,
  type Detail,
} from '../format/line-columns.ts';
import { countedFlags } from './funnel-steps.ts';

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

const bitsByName = passNames.map((name, place) => ({ [name]: 2 ** place }));
export const passBits: Readonly<Record<PassBit, number>> = Object.assign({}, ...bitsByName);
/** The bits of a line that passes every filter. */
export const everyPass = 2 ** passNames.length - 1;
/** A bit besides those of the filters: series and salary rule count the line. */
export const countedBit = 2 ** passNames.length;
export const countedPass = everyPass | countedBit;

/** The bit of the filters that a panel leaves out. */
const bitOfOwn = {
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
  const own = dimensionOf(name).excludedFilters;
  return own === null ? 0 : passBits[bitOfOwn[own]];
}

/**
 * The bit of a filter: that of the panel that leaves it out, if all panels of this bit leave it out, otherwise
 * `others`.
 */
function bitOf(name: LineFilterName): number {
  const isOwn = (own: FacetName) => facetFilters[own].filters.some((other) => other === name);
  const own = keysOf(facetFilters).find(isOwn);
  if (own === undefined) return passBits.others;
  const bit = bitOfOwn[own];
  const sharing = keysOf(facetFilters).filter((other) => bitOfOwn[other] === bit);
  return passBits[sharing.every(isOwn) ? bit : 'others'];
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
  /** The columns of details that filters use, each with its table. */
  readonly details: readonly (readonly [Detail, Passes])[];
  /** The codes that pass; null for all. */
  readonly municipalities: readonly number[] | null;
  readonly subclasses: readonly number[] | null;
}

export const lowMask = 2 ** lowBits - 1;
export const midMask = 2 ** midBits - 1;

/** Returns null if the month files cannot evaluate one of the query's filters. */
export function filterTables(question: SalaryQuery): FilterTables | null {
  const tests = fileTests(question);
  if (tests === null) return null;
  const filters = new Map<'traits' | 'flags' | Detail, CodeFilter[]>();
  const asked: Record<'municipality' | 'subclass', readonly number[] | null> = {
    municipality: null,
    subclass: null,
  };
  for (const { name, test } of tests) {
    if ('column' in test) {
      asked[test.column] = test.codes;
      continue;
    }
    const place = placeOfCode(test.code);
    if (place === undefined) return null;
    const filter = { ...place.field, bit: bitOf(name), passes: test.passes };
    filters.set(place.column, [...(filters.get(place.column) ?? []), filter]);
  }
  const counts = countedFlags(question);
  const [traits, flags] = [filters.get('traits') ?? [], filters.get('flags') ?? []];
  return {
    low: table(
      2 ** lowBits,
      traits.filter(({ shift }) => shift < lowBits),
    ),
    mid: table(
      2 ** midBits,
      traits
        .filter(({ shift }) => shift >= lowBits)
        .map((filter) => ({ ...filter, shift: filter.shift - lowBits })),
    ),
    flags: table(flagCombinations, flags).map((passes, own) =>
      counts(own) ? passes : passes & everyPass,
    ),
    details: detailNames.flatMap((column) => {
      const own = filters.get(column);
      return own === undefined ? [] : [[column, table(2 ** bitsOf(own), own)] as const];
    }),
    municipalities: asked.municipality,
    subclasses: asked.subclass,
  };
}

interface CodeFilter extends CodeField {
  readonly bit: number;
  readonly passes: (code: number) => boolean;
}

const bitsOf = (filters: readonly CodeFilter[]) =>
  Math.max(...filters.map(({ shift, bits }) => shift + bits));

/** The bits that each code passes: all except those of filters that it fails. */
function table(size: number, filters: readonly CodeFilter[]): Passes {
  const passes = passesFor(size).fill(countedPass);
  for (const { shift, bits, bit, passes: isPassing } of filters) {
    const mask = 2 ** bits - 1;
    const left = Array.from({ length: mask + 1 }, (_, own) => (isPassing(own) ? ~0 : ~bit));
    for (let code = 0; code < size; code++) {
      passes[code] = defined(passes[code]) & defined(left[(code >>> shift) & mask]);
    }
  }
  return passes;
}
