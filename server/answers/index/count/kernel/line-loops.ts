import * as tables from './constants';

/**
 * The loops over lines, in AssemblyScript: TypeScript syntax with WebAssembly's numbers, without checks of bounds. The
 * build compiles this file to `dist/kernel/kernel.wasm` and writes its constants from `kernelConstants`
 * (kernel-tables.ts): the bits of codes, and where each table begins in memory. `load` and `store` take a byte offset
 * and the beginning of a table. All columns are in the imported memory. Lines are `from` to before `to`.
 */

let salaries: usize = 0;
let traits: usize = 0;
let passed: usize = 0;
let gathered: usize = 0;

/** Sets where the columns begin, in bytes: salaries, traits, passed filters, and the memory for gathered salaries. */
export function placeColumns(pay: usize, trait: usize, passes: usize, gather: usize): void {
  salaries = pay;
  traits = trait;
  passed = passes;
  gathered = gather;
}

let base: u32 = 0;
let unit: f64 = 0;
let scale: f64 = 0;

/** Sets the amount that a line adds: `one`, plus its salary above `lowest` times `times`. */
export function setMeasure(lowest: u32, one: f64, times: f64): void {
  base = lowest;
  unit = one;
  scale = times;
}

let leaves: u32 = 0;
let stateMask: u32 = 0;
let state: u32 = 0;

/**
 * Selects the lines for `addPlaced` and `gather`: those that count, or fail only the filters in `left`. If `mask` is not
 * 0, selects only lines of one state.
 */
export function selectLines(left: u32, mask: u32, code: u32): void {
  leaves = left;
  stateMask = mask;
  state = code;
}

/** The filters that each line passes: the bitwise AND of the entries for its codes in three tables. */
export function pass(from: u32, to: u32): void {
  const end = traits + (to << 2);
  let passes = passed + (from << 1);
  for (let line = traits + (from << 2); line < end; line += 4, passes += 2) {
    const codes = load<u32>(line);
    const low = load<u16>((codes & tables.lowMask) << 1, tables.low);
    const mid = load<u16>(((codes >>> tables.lowBits) & tables.midMask) << 1, tables.mid);
    const flags = load<u16>((codes >>> tables.flagsShift) << 1, tables.flags);
    store<u16>(passes, low & mid & flags);
  }
}

/** Removes the filters that codes do not pass. The codes begin at byte `code`, and their filters at byte `table`. */
export function narrow(code: usize, table: usize, from: u32, to: u32): void {
  const end = passed + (to << 1);
  for (let passes = passed + (from << 1); passes < end; passes += 2, code += 2) {
    const own = load<u16>(table + (usize(load<u16>(code)) << 1));
    store<u16>(passes, load<u16>(passes) & own);
  }
}

let fullTime: u32 = 0;

/** The counted lines of full-time work without apprentices since the last call, among those that `add` tallied. */
export function takeFullTime(): u32 {
  const own = fullTime;
  fullTime = 0;
  return own;
}

/**
 * Adds each line to a cell of both tables, without a branch, because no processor could predict it: lines of no group
 * go to spare cells. `noting` has all bits set if salaries are noted, and is 0 otherwise. `tallied` is the amount for a
 * line that passes every filter and does not count; if it is 0, lines of full-time work are not counted either. Returns the
 * sum of the lines that count.
 */
export function add(from: u32, to: u32, noting: u32, tallied: f64): f64 {
  const end = traits + (to << 2);
  let passes = passed + (from << 1);
  let pay = salaries + (from << 2);
  const lowest = base;
  const one = unit;
  const times = scale;
  let sum: f64 = 0;
  let whole: u32 = 0;
  for (let line = traits + (from << 2); line < end; line += 4, passes += 2, pay += 4) {
    const codes = load<u32>(line);
    const passing = u32(load<u16>(passes));
    const isCounted = u32(passing == tables.countedPass);
    const above = load<u32>(pay) - lowest;
    const value = one + times * f64(above);
    sum += value * f64(isCounted);
    whole += isCounted & (codes >>> tables.fullTimeBit) & ~(codes >>> tables.apprenticeBit);

    const route = load<u32>(passing << 2, tables.routes);
    const ownCode = (codes >>> route) & ((route >>> tables.routeMaskShift) & tables.lowMask);
    const first = ((route >>> tables.routeCellShift) + ownCode) << 3;
    store<f64>(first, load<f64>(first, tables.first) + value, tables.first);

    const midCode = (codes >>> tables.lowBits) & tables.midMask;
    const second = (midCode + (u32(isCounted == 0) << tables.midBits)) << 3;
    store<f64>(second, load<f64>(second, tables.second) + value, tables.second);

    const noted = (above & noting) << 2;
    store<u32>(noted, load<u32>(noted, tables.noted) + isCounted, tables.noted);

    if (passing == tables.everyPass) {
      const flags = (codes >>> tables.flagsShift) << 3;
      store<f64>(flags, load<f64>(flags, tables.tally) + tallied, tables.tally);
    }
  }
  if (tallied != 0) fullTime += whole;
  return sum;
}

export function sum(from: u32, to: u32): f64 {
  const end = salaries + (to << 2);
  let passes = passed + (from << 1);
  const lowest = base;
  const one = unit;
  const times = scale;
  let all: f64 = 0;
  for (let pay = salaries + (from << 2); pay < end; pay += 4, passes += 2) {
    const value = one + times * f64(load<u32>(pay) - lowest);
    all += value * f64(u32(load<u16>(passes) == tables.countedPass));
  }
  return all;
}

/** Adds each selected line to the cell of its place, from `first` on. The lines' places begin at byte `place`. */
export function addPlaced(place: usize, from: u32, to: u32, first: u32): void {
  const end = traits + (to << 2);
  let passes = passed + (from << 1);
  let pay = salaries + (from << 2);
  let code = place;
  const lowest = base;
  const one = unit;
  const times = scale;
  const left = leaves;
  const mask = stateMask;
  const only = state;
  for (let line = traits + (from << 2); line < end; line += 4, passes += 2, pay += 4, code += 2) {
    const above = load<u32>(pay) - lowest;
    const isCounted = u32((u32(load<u16>(passes)) | left) == tables.countedPass);
    const isOfState = u32(((load<u32>(line) >>> tables.stateShift) & mask) == only);
    const spare = tables.placedCells | (above & tables.spareMask);
    const cell = select<u32>(first + u32(load<u16>(code)), spare, isCounted & isOfState) << 3;
    store<f64>(cell, load<f64>(cell, tables.placed) + (one + times * f64(above)), tables.placed);
  }
}

/**
 * Gathers the salaries of the selected lines, each behind its group's cursor. A line's group is some bits of its code,
 * from `first` on; the codes begin at byte `place` and have `width` bytes each. A cursor of 0 is of a group that is not
 * gathered.
 */
export function gather(
  place: usize,
  width: u32,
  from: u32,
  to: u32,
  shift: u32,
  mask: u32,
  first: u32,
): void {
  if (width == 2) gatherBy<u16>(place, from, to, shift, mask, first);
  else gatherBy<u32>(place, from, to, shift, mask, first);
}

function gatherBy<Code>(place: usize, from: u32, to: u32, shift: u32, mask: u32, first: u32): void {
  const end = traits + (to << 2);
  let passes = passed + (from << 1);
  let pay = salaries + (from << 2);
  let code = place;
  const left = leaves;
  const ofState = stateMask;
  const only = state;
  for (let line = traits + (from << 2); line < end; line += 4, passes += 2, pay += 4) {
    const group = (first + ((u32(load<Code>(code)) >>> shift) & mask)) << 2;
    const cursor = load<u32>(group, tables.cursors);
    const isCounted = u32((u32(load<u16>(passes)) | left) == tables.countedPass);
    const isOfState = u32(((load<u32>(line) >>> tables.stateShift) & ofState) == only);
    store<u32>(gathered + cursor, load<u32>(pay));
    const step = (isCounted & isOfState & u32(cursor != 0)) << 2;
    store<u32>(group, cursor + step, tables.cursors);
    code += sizeof<Code>();
  }
}

/** Replaces each 16-bit code by its entry in a table, from byte `code` to before `end`. */
export function translate(code: usize, end: usize): void {
  for (; code < end; code += 2) {
    store<u16>(code, load<u16>(usize(load<u16>(code)) << 1, tables.byCode));
  }
}

/** Tallies by flags the lines that pass every filter, counted or not. */
export function tallyPassing(from: u32, to: u32): void {
  const end = traits + (to << 2);
  let passes = passed + (from << 1);
  for (let line = traits + (from << 2); line < end; line += 4, passes += 2) {
    const codes = load<u32>(line);
    const isPassing = (u32(load<u16>(passes)) & tables.everyPass) == tables.everyPass;
    const spare = tables.flagCombinations | (codes & tables.spareMask);
    const cell = select<u32>(codes >>> tables.flagsShift, spare, isPassing) << 3;
    store<f64>(cell, load<f64>(cell, tables.tally) + 1, tables.tally);
  }
}

/**
 * Writes each distinct salary once for each of its lines, from byte `into` to before `end`. The salaries begin at
 * `distinct`, and the ends of their lines at `ends`, counted from the line whose place would be `origin`. Writes four at
 * once, so up to three are written after the end.
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
