import { ownFilters, type OwnFilters } from '../../../shared/filters/own-filters.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { fileTests, type LineFilterName } from '../filters/catalogue.ts';
import { dimensionOf, type DimensionName } from '../panels/dimensions.ts';
import type { Question } from '../question.ts';
import {
  detailNames,
  flagCombinations,
  flagsShift,
  placeOfCode,
  traitFields,
  type CodeField,
  type Detail,
} from './line-codes.ts';
import { isCounted } from './steps.ts';

/**
 * The filters of a question as tables: what a line's codes find there, one after another and taken together bit by
 * bit, is which filters the line passes. A panel leaves the filter of its own dimension out, so that there is a bit
 * for each of those and one for all others.
 */
const passNames = [
  'place',
  'companySize',
  'sex',
  'schooling',
  'age',
  /** Subclasses; and the section is among the others, for within a section the panel is about its subclasses. */
  'activity',
  'others',
] as const;
export type PassBit = (typeof passNames)[number];

/** Numbers of 16 bits hold them: another one is a name above. */
export type Passes = Uint16Array;
export const passesFor = (length: number): Passes => new Uint16Array(length);

const bitsByName = passNames.map((name, place) => ({ [name]: 2 ** place }));
export const passBits: Readonly<Record<PassBit, number>> = Object.assign({}, ...bitsByName);
/** Of a line that passes every filter. */
export const everyPass = 2 ** passNames.length - 1;
/** Beside the filters' bits: series and salary rule count the line. */
export const countedBit = 2 ** passNames.length;
export const countedPass = everyPass | countedBit;

/** By which bit a panel's own filters are left out. */
const bitOfOwn = {
  place: 'place',
  companySize: 'companySize',
  sex: 'sex',
  schooling: 'schooling',
  age: 'age',
  section: 'activity',
  subclass: 'activity',
} as const satisfies Record<OwnFilters, PassBit>;

/** The bit of the filters that a dimension leaves out; 0 where it leaves none. */
export function leavesOf(name: DimensionName): number {
  const own = dimensionOf(name).leavesOut;
  return own === null ? 0 : passBits[bitOfOwn[own]];
}

/** A filter has the bit of a panel that leaves it out, where all the panels of that bit do. */
function bitOf(name: LineFilterName): number {
  const isOwn = (own: OwnFilters) => ownFilters[own].filters.some((other) => other === name);
  const own = keysOf(ownFilters).find(isOwn);
  if (own === undefined) return passBits.others;
  const bit = bitOfOwn[own];
  const sharing = keysOf(ownFilters).filter((other) => bitOfOwn[other] === bit);
  return passBits[sharing.every(isOwn) ? bit : 'others'];
}

/** How many of a line's traits the first table takes; the second takes the other groups of panels. */
export const lowBits = traitFields.state.shift;
export const midBits = flagsShift - lowBits;

export interface FilterTables {
  /** By sex, age, schooling and size. */
  readonly low: Passes;
  /** By state and section. */
  readonly mid: Passes;
  readonly flags: Passes;
  /** Of the columns of details, those that filters ask about. */
  readonly details: readonly (readonly [Detail, Passes])[];
  /** The codes that pass; null for all. */
  readonly municipalities: readonly number[] | null;
  readonly subclasses: readonly number[] | null;
}

export const lowMask = 2 ** lowBits - 1;
export const midMask = 2 ** midBits - 1;

/** Null where a filter is asked of which the files tell nothing. */
export function filterTables(question: Question): FilterTables | null {
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
      isCounted(question, own) ? passes : passes & everyPass,
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

/** What each code passes: all bits but those of filters that it fails. */
function table(size: number, filters: readonly CodeFilter[]): Passes {
  const passes = passesFor(size).fill(countedPass);
  for (const { shift, bits, bit, passes: isPassing } of filters) {
    const mask = 2 ** bits - 1;
    const left = Array.from({ length: mask + 1 }, (_, own) => (isPassing(own) ? ~0 : ~bit));
    for (let code = 0; code < size; code++) {
      passes[code] = (passes[code] ?? 0) & (left[(code >>> shift) & mask] ?? 0);
    }
  }
  return passes;
}
