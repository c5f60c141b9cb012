import { countedPass, leavesOf, lowBits, lowMask, midBits, passBits } from '../filter-tables.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { flagCombinations, traitFields, traitNames } from '../line-codes.ts';

/** The tables that the kernel looks lines up in and adds them to, and where they lie in its memory. */

/** By which trait lines that fail one filter alone are told apart: of each bit the one that leaves it out. */
export const failures = keysOf(passBits).map((bit) => {
  const trait = traitNames.find((name) => leavesOf(name) === passBits[bit]);
  return trait === undefined ? undefined : { trait, ...traitFields[trait] };
});
const codesOfFailure = 2 ** Math.max(...failures.map((own) => own?.bits ?? 0));

/** What lines add up to by the first table's codes; then by each failure's, of which the first is none. */
const firstCells = 2 ** lowBits + codesOfFailure * (failures.length + 1);
/** Where the cells of a failure begin. */
export const cellOfFailure = (failure: number) => 2 ** lowBits + codesOfFailure * (failure + 1);
/** By the second table's codes; then the same cells for lines that are not added up. */
const secondCells = 2 * 2 ** midBits;

/** Cells behind a table's for lines that are not added up; a power of two. */
export const nobodys = 8;

/** Codes of a column. */
const mostCodes = 65_536;
/** Municipalities, and behind them subclasses. */
export const placedCells = 2 * mostCodes;

export const stateMask = 2 ** traitFields.state.bits - 1;

/** Centavos from the lowest salary of a bin to the highest that are counted one by one at most. */
export const mostNoted = 2 ** 20;

/** Numbers of each table, and bytes of a number. */
const rooms = {
  low: [2 ** lowBits, 2],
  mid: [2 ** midBits, 2],
  flags: [flagCombinations, 2],
  routes: [countedPass + 1, 4],
  byCode: [mostCodes, 2],
  tally: [flagCombinations + nobodys, 8],
  first: [firstCells, 8],
  second: [secondCells, 8],
  placed: [placedCells + nobodys, 8],
  noted: [mostNoted, 4],
} as const;

let end = 0;
const begins = keysOf(rooms).map((name) => {
  const [length, bytes] = rooms[name];
  const begin = end;
  end = Math.ceil((begin + length * bytes) / 16) * 16;
  return { [name]: begin };
});
/** In bytes. */
export const tablePlaces: Readonly<Record<keyof typeof rooms, number>> = Object.assign(
  {},
  ...begins,
);
export const tablesEnd = end;
export const tableLength = (name: keyof typeof rooms): number => rooms[name][0];

/** Of a route, from its lowest bit: how far a line's codes are shifted, what is left of them, and from which cell on. */
export const routeFields = {
  shift: { shift: 0, bits: 5 },
  mask: { shift: 5, bits: lowBits },
  cell: { shift: 5 + lowBits, bits: 32 - 5 - lowBits },
} as const;

const routeOf = (shift: number, mask: number, cell: number) =>
  (shift | (mask << routeFields.mask.shift) | (cell << routeFields.cell.shift)) >>> 0;

/** Which cell of the first table a line is added to, by what it passes. */
export const routes = Uint32Array.from({ length: countedPass + 1 }, (_, passes) => {
  if (passes === countedPass) return routeOf(0, lowMask, 0);
  const failed = countedPass & ~passes;
  const isOne = (failed & (failed - 1)) === 0;
  const index = isOne ? 31 - Math.clz32(failed) : -1;
  const own = failures[index];
  // What is of no group is added where nobody looks, in several cells: adding to one at once again would wait for it.
  if (own === undefined) return routeOf(0, codesOfFailure - 1, cellOfFailure(-1));
  return routeOf(own.shift, 2 ** own.bits - 1, cellOfFailure(index));
});
