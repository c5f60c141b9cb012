import { keysOf } from '../../../shared/codes/keys.ts';
import {
  countedPass,
  leavesOf,
  lowBits,
  lowMask,
  midBits,
  midMask,
  passBits,
} from './filter-tables.ts';
import type { GroupPlaces } from './group-places.ts';
import type { LineBuffer } from './line-buffer.ts';
import { traitFields, traitNames, type Trait } from './line-codes.ts';
import { failureOf, SiftedLines, type LineList } from './sifted-lines.ts';

/** Lines of one month in a buffer. */
export interface LineSlice {
  readonly from: number;
  readonly to: number;
  /** The place of its month among those of the question. */
  readonly month: number;
  /** Of the months asked; the others are told by month alone. */
  readonly isAsked: boolean;
  /** Each line passes every filter and counts. */
  readonly isWhole: boolean;
  /** The places of the month's own codes among those of all. */
  readonly municipalities: Uint16Array;
  readonly subclasses: Uint16Array;
}

/** How a line's salary is added up: `unit` for each line, and what it earns above `base` times `scale`. */
export interface Measure {
  readonly base: number;
  readonly unit: number;
  readonly scale: 0 | 1;
}

/** What is noted of the lines besides. */
export interface Noted {
  /** By flags: lines that pass every filter and do not count. */
  readonly tally: Float64Array;
  /** By centavos above the base: lines that count. What is beyond its length is not noted. */
  readonly counts: Uint32Array;
}

/** By which trait lines that fail one filter alone are told apart: of each bit the one that leaves it out. */
const failures = keysOf(passBits).map((bit) =>
  traitNames.find((name) => leavesOf(name) === passBits[bit]),
);
const shifts = new Uint8Array(failures.length + 1);
const masks = new Uint8Array(failures.length + 1);
for (const [index, name] of failures.entries()) {
  if (name === undefined) continue;
  const { shift, bits } = traitFields[name];
  shifts[index + 1] = shift;
  masks[index + 1] = 2 ** bits - 1;
}
const codesOfFailure = Math.max(...masks) + 1;

// A thread counts one question at a time: the memory for lists of lines is used for all of them.
const sifted = new SiftedLines();

/** Of a table by combinations of some traits' codes: which these are, from its lowest bit. */
const lowTraits = traitNames.filter((name) => traitFields[name].shift < lowBits);
const midTraits = traitNames.filter((name) => traitFields[name].shift >= lowBits);

/**
 * Adds lines up by combinations of their codes, two tables for six dimensions, and the sums of every group from those:
 * so a line costs two additions, whatever the number of groupings.
 */
export class GroupTables {
  readonly #places: GroupPlaces;
  readonly #low = new Float64Array(2 ** lowBits);
  readonly #mid = new Float64Array(2 ** midBits);
  /** Lines that fail one filter alone, by that filter and the code that it is about. */
  readonly #failed = new Float64Array(codesOfFailure * (failures.length + 1));
  /** By group; of the dimensions that are not told by combinations it is added to at once. */
  readonly #sums: Float64Array;
  readonly #shownState: number | null;
  readonly #tellsSubclasses: boolean;

  constructor(
    places: GroupPlaces,
    told: { readonly shownState: number | null; readonly tellsSubclasses: boolean },
  ) {
    this.#places = places;
    this.#sums = new Float64Array(places.end);
    this.#shownState = told.shownState;
    this.#tellsSubclasses = told.tellsSubclasses;
  }

  /** Adds the lines of a slice that count. */
  add(lines: LineBuffer, slice: LineSlice, measure: Measure, noted: Noted): void {
    if (!slice.isAsked) {
      this.#addTo(this.#places.month + slice.month, sumOfPassing(lines, slice, measure));
      return;
    }
    if (slice.isWhole) sifted.takeAll(slice);
    else sifted.take(lines, slice, noted.tally);
    const sum = this.#addInside(lines, measure, noted);
    this.#addTo(this.#places.month + slice.month, sum);
    this.#addAlone(lines, measure);
    if (this.#shownState !== null) {
      this.#addMunicipalities(lines, sifted.inside, slice, measure);
      this.#addMunicipalities(lines, sifted.alone, slice, measure);
    }
    if (this.#tellsSubclasses) {
      this.#addSubclasses(lines, sifted.inside, slice, measure);
      this.#addSubclasses(lines, sifted.alone, slice, measure);
    }
  }

  #addTo(group: number, sum: number): void {
    this.#sums[group] = (this.#sums[group] ?? 0) + sum;
  }

  #addInside(
    { traits, pay }: LineBuffer,
    { base, unit, scale }: Measure,
    { counts }: Noted,
  ): number {
    const [low, mid] = [this.#low, this.#mid];
    const { lines, length } = sifted.inside;
    let sum = 0;
    for (let at = 0; at < length; at++) {
      const line = lines[at] ?? 0;
      const codes = traits[line] ?? 0;
      const above = (pay[line] ?? 0) - base;
      const value = unit + above * scale;
      const first = codes & lowMask;
      const second = (codes >>> lowBits) & midMask;
      low[first] = (low[first] ?? 0) + value;
      mid[second] = (mid[second] ?? 0) + value;
      counts[above] = (counts[above] ?? 0) + 1;
      sum += value;
    }
    return sum;
  }

  #addAlone({ traits, pay, passes }: LineBuffer, { base, unit, scale }: Measure): void {
    const failed = this.#failed;
    const { lines, length } = sifted.alone;
    for (let at = 0; at < length; at++) {
      const line = lines[at] ?? 0;
      const failure = failureOf[passes[line] ?? 0] ?? 0;
      const code = ((traits[line] ?? 0) >>> (shifts[failure] ?? 0)) & (masks[failure] ?? 0);
      const place = failure * codesOfFailure + code;
      failed[place] = (failed[place] ?? 0) + unit + ((pay[line] ?? 0) - base) * scale;
    }
  }

  #addMunicipalities(
    { traits, pay, passes, municipality }: LineBuffer,
    { lines, length }: LineList,
    { municipalities }: LineSlice,
    { base, unit, scale }: Measure,
  ): void {
    const begin = this.#places.municipality;
    const [sums, state] = [this.#sums, this.#shownState];
    const { shift, bits } = traitFields.state;
    const mask = 2 ** bits - 1;
    for (let at = 0; at < length; at++) {
      const line = lines[at] ?? 0;
      if ((((traits[line] ?? 0) >>> shift) & mask) !== state) continue;
      if (((passes[line] ?? 0) | passBits.place) !== countedPass) continue;
      const group = begin + (municipalities[municipality[line] ?? 0] ?? 0);
      sums[group] = (sums[group] ?? 0) + unit + ((pay[line] ?? 0) - base) * scale;
    }
  }

  #addSubclasses(
    { pay, passes, subclass }: LineBuffer,
    { lines, length }: LineList,
    { subclasses }: LineSlice,
    { base, unit, scale }: Measure,
  ): void {
    const begin = this.#places.subclass;
    const sums = this.#sums;
    for (let at = 0; at < length; at++) {
      const line = lines[at] ?? 0;
      if (((passes[line] ?? 0) | passBits.activity) !== countedPass) continue;
      const group = begin + (subclasses[subclass[line] ?? 0] ?? 0);
      sums[group] = (sums[group] ?? 0) + unit + ((pay[line] ?? 0) - base) * scale;
    }
  }

  /** Fills `sums` with those by group of what was added since the last time. */
  take(sums: Float64Array): Float64Array {
    sums.set(this.#sums);
    addByCode(sums, this.#low, this.#places, lowTraits);
    addByCode(sums, this.#mid, this.#places, midTraits);
    for (const [index, name] of failures.entries()) {
      if (name === undefined) continue;
      const begin = this.#places[name];
      const own = (index + 1) * codesOfFailure;
      for (let code = 0; code <= (masks[index + 1] ?? 0); code++) {
        sums[begin + code] = (sums[begin + code] ?? 0) + (this.#failed[own + code] ?? 0);
      }
    }
    let country = 0;
    const { state, section } = this.#places;
    for (let at = state; at < section; at++) country += sums[at] ?? 0;
    sums[this.#places.country] = country;
    for (const table of [this.#failed, this.#sums]) table.fill(0);
    return sums;
  }
}

/**
 * Adds a table's sums to the groups of its traits and empties it: the lowest is told first, and each time what is left
 * is a table less, in the same place.
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
      const value = table[at] ?? 0;
      if (value === 0) continue;
      const [group, above] = [begin + (at & mask), at >>> bits];
      sums[group] = (sums[group] ?? 0) + value;
      table[at] = 0;
      table[above] = (table[above] ?? 0) + value;
    }
    rest >>>= bits;
  }
  table.fill(0, 0, rest);
}

function sumOfPassing(
  { pay, passes }: LineBuffer,
  { from, to }: LineSlice,
  { base, unit, scale }: Measure,
): number {
  let sum = 0;
  for (let line = from; line < to; line++) {
    if (passes[line] === countedPass) sum += unit + ((pay[line] ?? 0) - base) * scale;
  }
  return sum;
}
