import {
  byCodeTable,
  countedPass,
  everyPass,
  firstTable,
  flagCombinations,
  flagsShift,
  flagsTable,
  lowBits,
  lowMask,
  lowTable,
  midBits,
  midMask,
  midTable,
  notedTable,
  placedCells,
  placedTable,
  routeCellShift,
  routeMask,
  routeMaskShift,
  routesTable,
  secondTable,
  spareMask,
  stateShift,
  tallyTable,
} from './constants';

/**
 * The loops over lines, in AssemblyScript: TypeScript syntax with WebAssembly's numbers, without checks of bounds. The
 * build compiles this file to `dist/kernel/kernel.wasm` and writes its constants from `kernelConstants` (kernel-tables.ts):
 * the bits of codes, and where each table begins in memory. `load` and `store` take a byte offset and
 * the beginning of a table. All columns are in the imported memory. Lines are from `line` to before `end`, as byte
 * offsets of their traits; the other columns begin at the same line.
 */

/** The filters that each line passes: the bitwise AND of the entries for its codes in three tables. */
export function pass(line: usize, end: usize, passes: usize): void {
  for (; line < end; line += 4, passes += 2) {
    const codes = load<u32>(line);
    const low = load<u16>((codes & lowMask) << 1, lowTable);
    const mid = load<u16>(((codes >>> lowBits) & midMask) << 1, midTable);
    const flags = load<u16>((codes >>> flagsShift) << 1, flagsTable);
    store<u16>(passes, low & mid & flags);
  }
}

/** Removes the filters that a column's codes do not pass. `end` is a byte offset of the column. */
export function narrow1(code: usize, end: usize, passes: usize): void {
  narrow<u8>(code, end, passes);
}

export function narrow2(code: usize, end: usize, passes: usize): void {
  narrow<u16>(code, end, passes);
}

export function narrow4(code: usize, end: usize, passes: usize): void {
  narrow<u32>(code, end, passes);
}

function narrow<Code>(code: usize, end: usize, passes: usize): void {
  for (; code < end; code += sizeof<Code>(), passes += 2) {
    const own = load<u16>(usize(load<Code>(code)) << 1, byCodeTable);
    store<u16>(passes, load<u16>(passes) & own);
  }
}

/**
 * Adds each line to a cell of both tables, without a branch, because no processor could predict it: lines of no group
 * go to spare cells. `noting` has all bits set if salaries are noted, and is 0 otherwise. `tallied` is the amount for a
 * line that passes every filter and does not count. Returns the sum of the lines that count.
 */
export function add(
  line: usize,
  end: usize,
  passes: usize,
  pay: usize,
  base: u32,
  unit: f64,
  scale: f64,
  noting: u32,
  tallied: f64,
): f64 {
  let sum: f64 = 0;
  for (; line < end; line += 4, passes += 2, pay += 4) {
    const codes = load<u32>(line);
    const passed = u32(load<u16>(passes));
    const isCounted = u32(passed == countedPass);
    const above = load<u32>(pay) - base;
    const value = unit + scale * f64(above);
    sum += value * f64(isCounted);

    const route = load<u32>(passed << 2, routesTable);
    const ownCode = (codes >>> route) & ((route >>> routeMaskShift) & routeMask);
    const first = ((route >>> routeCellShift) + ownCode) << 3;
    store<f64>(first, load<f64>(first, firstTable) + value, firstTable);

    const midCode = (codes >>> lowBits) & midMask;
    const second = (midCode + (u32(isCounted == 0) << midBits)) << 3;
    store<f64>(second, load<f64>(second, secondTable) + value, secondTable);

    const noted = (above & noting) << 2;
    store<u32>(noted, load<u32>(noted, notedTable) + isCounted, notedTable);

    if (passed == everyPass) {
      const flags = (codes >>> flagsShift) << 3;
      store<f64>(flags, load<f64>(flags, tallyTable) + tallied, tallyTable);
    }
  }
  return sum;
}

/** The sum of the lines that count; `end` is a byte offset of the salaries. */
export function sum(pay: usize, end: usize, passes: usize, base: u32, unit: f64, scale: f64): f64 {
  let all: f64 = 0;
  for (; pay < end; pay += 4, passes += 2) {
    const value = unit + scale * f64(load<u32>(pay) - base);
    all += value * f64(u32(load<u16>(passes) == countedPass));
  }
  return all;
}

/**
 * Adds each line that counts, or fails only the filters in `leaves`, to the cell of its place, from `first` on. If
 * `stateMask` is not 0, adds only lines of one state.
 */
export function addPlaced(
  line: usize,
  end: usize,
  passes: usize,
  pay: usize,
  places: usize,
  base: u32,
  unit: f64,
  scale: f64,
  leaves: u32,
  stateMask: u32,
  state: u32,
  first: u32,
): void {
  for (; line < end; line += 4, passes += 2, pay += 4, places += 2) {
    const above = load<u32>(pay) - base;
    const value = unit + scale * f64(above);
    const isCounted = (u32(load<u16>(passes)) | leaves) == countedPass;
    const isOfState = ((load<u32>(line) >>> stateShift) & stateMask) == state;
    const own = first + u32(load<u16>(places));
    const spare = placedCells | (above & spareMask);
    const cell = select<u32>(own, spare, u32(isCounted) & u32(isOfState)) << 3;
    store<f64>(cell, load<f64>(cell, placedTable) + value, placedTable);
  }
}

/** Replaces each code by its entry in a table. */
export function translate(code: usize, end: usize): void {
  for (; code < end; code += 2) {
    store<u16>(code, load<u16>(usize(load<u16>(code)) << 1, byCodeTable));
  }
}

/** Tallies by flags the lines that pass every filter, counted or not. */
export function tally(line: usize, end: usize, passes: usize): void {
  for (; line < end; line += 4, passes += 2) {
    const codes = load<u32>(line);
    const isPassing = (u32(load<u16>(passes)) & everyPass) == everyPass;
    const spare = flagCombinations | (codes & spareMask);
    const cell = select<u32>(codes >>> flagsShift, spare, isPassing) << 3;
    store<f64>(cell, load<f64>(cell, tallyTable) + 1, tallyTable);
  }
}

/**
 * Writes each distinct salary once for each of its lines, from `into` to before `end`. The salaries begin at `distinct`,
 * and the ends of their lines at `ends`, counted from the line whose place would be `origin`. Writes four at once, so up
 * to three are written after the end.
 */
export function expand(into: usize, end: usize, origin: usize, distinct: usize, ends: usize): void {
  for (; into < end; distinct += 4, ends += 4) {
    const four = i32x4.splat(load<i32>(distinct));
    const until = min(origin + (load<u32>(ends) << 2), end);
    do {
      v128.store(into, four);
      into += 16;
    } while (into < until);
    into = until;
  }
}
