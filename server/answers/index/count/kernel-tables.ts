import {
  countedPass,
  everyPass,
  leavesOf,
  lowBits,
  lowMask,
  midBits,
  midMask,
  passBits,
} from './passes.ts';
import type { numbersOf } from '../format/number-blocks.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import {
  bitOfFlag,
  detailBits,
  flagCombinations,
  maxCodes,
  flagsShift,
  traitFields,
  traitNames,
} from '../format/line-columns.ts';

/** The lookup and sum tables of the kernel, and their places in its memory. */

/**
 * For each pass bit, the trait whose panel leaves this bit's filters out: lines that fail only this bit are grouped by
 * it.
 */
export const failures = keysOf(passBits).map((bit) => {
  const trait = traitNames.find((name) => leavesOf(name) === passBits[bit]);
  return trait === undefined ? undefined : { trait, ...traitFields[trait] };
});
const codesOfFailure = 2 ** Math.max(...failures.map((failure) => failure?.bits ?? 0));

/**
 * Cells of the first table: one for each combination of its codes, then a block of spare cells for lines of no group,
 * then a block of codes for each failure.
 */
const firstCells = 2 ** lowBits + codesOfFailure * (failures.length + 1);
export const cellOfFailure = (failure: number) => 2 ** lowBits + codesOfFailure * (failure + 1);
/** Cells of the second table: one for each combination of its codes; then as many for lines that are not added up. */
const secondCells = 2 * 2 ** midBits;

/** Number of spare cells after a table, for lines that are not added up; a power of two. */
const spareCells = 8;

/** Cells of municipalities, followed by those of subclasses. */
export const placedCells = 2 * maxCodes;

export const stateMask = 2 ** traitFields.state.bits - 1;

/** Maximum range of a bin, in centavos, with a counter for each centavo. */
export const maxBinRange = 2 ** 20;

type Kind = (typeof numbersOf)[keyof typeof numbersOf] | Float64ArrayConstructor;

/** Arrays in the kernel's memory: the length and the kind of each. */
type Arrays = Readonly<Record<string, readonly [number, Kind]>>;

/** Spare bytes after each array: some loops write a little beyond its end. */
const bytesBehind = 16;

/** Offsets of arrays in bytes, one after another from `begin`, each at a multiple of 16; and where the last one ends. */
export function placesOf<Own extends Arrays>(
  arrays: Own,
  begin: number,
): { readonly places: Readonly<Record<keyof Own, number>>; readonly end: number } {
  let end = begin;
  const places = Object.entries(arrays).map(([name, [length, kind]]) => {
    const place = end;
    end = Math.ceil((place + length * kind.BYTES_PER_ELEMENT + bytesBehind) / 16) * 16;
    return { [name]: place };
  });
  return { places: Object.assign({}, ...places), end };
}

/** Views of arrays at their places in a memory. */
export function viewsOf<Own extends Arrays>(
  buffer: ArrayBuffer,
  arrays: Own,
  places: Readonly<Record<keyof Own, number>>,
): { readonly [Name in keyof Own]: InstanceType<Own[Name][1]> } {
  const views = Object.entries(arrays).map(([name, [length, kind]]) => ({
    [name]: new kind(buffer, places[name], length),
  }));
  return Object.assign({}, ...views);
}

export const kernelTables = {
  low: [2 ** lowBits, Uint16Array],
  mid: [2 ** midBits, Uint16Array],
  flags: [flagCombinations, Uint16Array],
  routes: [countedPass + 1, Uint32Array],
  byDetails: [2 ** detailBits, Uint16Array],
  byCode: [maxCodes, Uint16Array],
  tally: [flagCombinations + spareCells, Float64Array],
  first: [firstCells, Float64Array],
  second: [secondCells, Float64Array],
  placed: [placedCells + spareCells, Float64Array],
  noted: [maxBinRange, Uint32Array],
  cursors: [maxCodes, Uint32Array],
} as const;
export const { places: tablePlaces, end: tablesEnd } = placesOf(kernelTables, 0);

/** A route holds, from its lowest bit, the shift of a line's codes, the mask after the shift, and the first cell. */
const routeMaskShift = 5;
const routeCellShift = routeMaskShift + lowBits;

const routeOf = (shift: number, mask: number, cell: number) =>
  (shift | (mask << routeMaskShift) | (cell << routeCellShift)) >>> 0;

/** The cells of the first table to which a line is added, by the filters that it passes. */
export const routes = Uint32Array.from({ length: countedPass + 1 }, (_, passes) => {
  if (passes === countedPass) return routeOf(0, lowMask, 0);
  const failed = countedPass & ~passes;
  const isOne = (failed & (failed - 1)) === 0;
  const index = isOne ? 31 - Math.clz32(failed) : -1;
  const failure = failures[index];
  // Lines of no group are added to several cells that are never read: repeated additions to a single cell would wait
  // for one another.
  if (failure === undefined) return routeOf(0, codesOfFailure - 1, cellOfFailure(-1));
  return routeOf(failure.shift, 2 ** failure.bits - 1, cellOfFailure(index));
});

/** The constants of kernel/line-loops.ts, by name: the bits of codes, and where the tables begin. */
export const kernelConstants: Readonly<Record<string, number>> = {
  lowBits,
  lowMask,
  midBits,
  midMask,
  flagsShift,
  flagCombinations,
  fullTimeBit: bitOfFlag('fullTime'),
  apprenticeBit: bitOfFlag('markedApprentice'),
  stateShift: traitFields.state.shift,
  everyPass,
  countedPass,
  routeMaskShift,
  routeCellShift,
  placedCells,
  spareMask: spareCells - 1,
  ...tablePlaces,
};
