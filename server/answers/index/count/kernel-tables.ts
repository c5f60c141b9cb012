import {
  countedPass,
  everyPass,
  leavesOf,
  lowBits,
  lowMask,
  midBits,
  midMask,
  passBits,
} from './filter-tables.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { flagCombinations, flagsShift, traitFields, traitNames } from '../format/line-columns.ts';

/** The lookup and sum tables of the kernel, and their places in its memory. */

/**
 * For each pass bit, the trait whose panel leaves this bit's filters out: lines that fail only this bit are grouped by
 * it.
 */
export const failures = keysOf(passBits).map((bit) => {
  const trait = traitNames.find((name) => leavesOf(name) === passBits[bit]);
  return trait === undefined ? undefined : { trait, ...traitFields[trait] };
});
const codesOfFailure = 2 ** Math.max(...failures.map((own) => own?.bits ?? 0));

/**
 * Cells of the first table: one for each combination of its codes, then a block of spare cells for lines of no group,
 * then a block of codes for each failure.
 */
const firstCells = 2 ** lowBits + codesOfFailure * (failures.length + 1);
/** Where the cells of a failure begin. */
export const cellOfFailure = (failure: number) => 2 ** lowBits + codesOfFailure * (failure + 1);
/** Cells of the second table: one for each combination of its codes; then as many for lines that are not added up. */
const secondCells = 2 * 2 ** midBits;

/** Number of spare cells after a table, for lines that are not added up; a power of two. */
const spareCells = 8;

/** Maximum number of codes of a column. */
export const mostCodes = 65_536;
/** Cells of municipalities, followed by those of subclasses. */
export const placedCells = 2 * mostCodes;

export const stateMask = 2 ** traitFields.state.bits - 1;

/** Maximum range of a bin, in centavos, with a counter for each centavo. */
export const mostNoted = 2 ** 20;

/** Length of each table, and bytes of each number. */
const rooms = {
  low: [2 ** lowBits, 2],
  mid: [2 ** midBits, 2],
  flags: [flagCombinations, 2],
  routes: [countedPass + 1, 4],
  byCode: [mostCodes, 2],
  tally: [flagCombinations + spareCells, 8],
  first: [firstCells, 8],
  second: [secondCells, 8],
  placed: [placedCells + spareCells, 8],
  noted: [mostNoted, 4],
  cursors: [mostCodes, 4],
} as const;

let end = 0;
const begins = keysOf(rooms).map((name) => {
  const [length, bytes] = rooms[name];
  const begin = end;
  end = Math.ceil((begin + length * bytes) / 16) * 16;
  return { [name]: begin };
});
/** Offset of each table, in bytes. */
export const tablePlaces: Readonly<Record<keyof typeof rooms, number>> = Object.assign(
  {},
  ...begins,
);
export const tablesEnd = end;
export const tableLength = (name: keyof typeof rooms): number => rooms[name][0];

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
  const own = failures[index];
  // Lines of no group are added to several cells that are never read: repeated additions to a single cell would wait
  // for one another.
  if (own === undefined) return routeOf(0, codesOfFailure - 1, cellOfFailure(-1));
  return routeOf(own.shift, 2 ** own.bits - 1, cellOfFailure(index));
});

/** The constants of kernel/line-loops.ts, by name: the bits of codes, and where the tables begin. */
export const kernelConstants: Readonly<Record<string, number>> = {
  lowBits,
  lowMask,
  midBits,
  midMask,
  flagsShift,
  flagCombinations,
  stateShift: traitFields.state.shift,
  everyPass,
  countedPass,
  routeMaskShift,
  routeCellShift,
  placedCells,
  spareMask: spareCells - 1,
  ...tablePlaces,
};
