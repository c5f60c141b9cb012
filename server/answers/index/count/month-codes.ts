import { countedPass, passBits, passesFor, type Passes } from './filter-tables.ts';
import { severalStates } from '../format/layout.ts';
import { firstNotBelow } from '../format/ascending-numbers.ts';
import type { MonthFile } from '../format/month-file.ts';
import type { IndexPlan } from './plan.ts';

/** The lookup tables of a month's own codes for a query. */
export interface MonthCodes {
  /** The filters that each municipality and subclass passes; null without such a filter. */
  readonly municipalityPasses: Passes | null;
  readonly subclassPasses: Passes | null;
  /** The index of each code among the codes of all the query's months. */
  readonly municipalities: Uint16Array;
  readonly subclasses: Uint16Array;
}

/**
 * Codes above the official ones, such as the empty code, appear in panels as not identified. No filter selects them
 * that way.
 */
const highestGroupCode = 9_999_999;
const cappedCode = (code: number) => Math.min(code, highestGroupCode);

/** The codes of all the query's months that its panels list. */
export interface GroupCodes {
  readonly municipalities: readonly number[];
  readonly subclasses: readonly number[];
}

/** Municipalities of the state that is shown, and subclasses within a section; both empty for a query about neither. */
export function groupCodes(plan: IndexPlan, files: readonly MonthFile[]): GroupCodes {
  const municipalities = new Set<number>();
  const subclasses = new Set<number>();
  for (const file of files) {
    if (plan.hasSubclasses) for (const code of file.subclasses) subclasses.add(cappedCode(code));
    if (plan.shownState === null) continue;
    for (const [place, code] of file.municipalities.entries()) {
      const state = file.municipalityStates[place];
      if (state === plan.shownState || state === severalStates) municipalities.add(code);
    }
  }
  return { municipalities: [...municipalities], subclasses: [...subclasses] };
}

/** A month's own codes for a query: the filters they pass, and their indexes among the listed codes. */
export function monthCodes(
  { filters }: IndexPlan,
  { municipalities, subclasses }: MonthFile,
  shown: GroupCodes,
): MonthCodes {
  return {
    municipalityPasses: passesOf(municipalities, filters.municipalities, passBits.place),
    subclassPasses: passesOf(subclasses, filters.subclasses, passBits.activity),
    municipalities: placesAmong(municipalities, shown.municipalities),
    subclasses: placesAmong(subclasses, shown.subclasses),
  };
}

function passesOf(codes: Uint32Array, asked: readonly number[] | null, bit: number): Passes | null {
  if (asked === null) return null;
  const passes = passesFor(codes.length).fill(countedPass & ~bit);
  for (const code of asked) {
    const place = firstNotBelow(codes, code);
    if (codes[place] === code) passes[place] = countedPass;
  }
  return passes;
}

/** Codes that are not listed map to index 0. Their places are never read, because their lines are of other states. */
function placesAmong(codes: Uint32Array, shown: readonly number[]): Uint16Array {
  if (shown.length === 0) return noPlaces;
  const places = new Uint16Array(codes.length);
  const ofHighest = shown.indexOf(highestGroupCode);
  if (ofHighest !== -1) places.fill(ofHighest, firstNotBelow(codes, highestGroupCode));
  for (const [place, code] of shown.entries()) {
    const found = firstNotBelow(codes, code);
    if (codes[found] === code) places[found] = place;
  }
  return places;
}

const noPlaces = new Uint16Array();
