import { defined } from '../format/defined.ts';
import { readFileSync } from 'node:fs';
import type { FilterTables, Passes } from './filter-tables.ts';
import { numbersOf, type Numbers } from '../format/number-blocks.ts';
import {
  kernelConstants,
  routes,
  stateMask,
  tableLength,
  tablePlaces,
  tablesEnd,
} from './kernel-tables.ts';

/**
 * Loops over lines in WebAssembly, three times as fast as in JavaScript (docs/decisions/0037). A thread has one kernel,
 * whose memory holds the columns of the lines that it counts.
 */
const kernelFile = new URL('../../../../dist/kernel/kernel.wasm', import.meta.url);

/** A range of lines in the columns; `to` is exclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** The amount that a line adds: `unit`, plus its salary above `base` times `scale`. */
export interface Measure {
  readonly base: number;
  readonly unit: number;
  readonly scale: 0 | 1;
}

/** What is counted besides: the salaries, and the lines that pass every filter and do not count, by their flags. */
export interface Noted {
  readonly pays: boolean;
  readonly tally: boolean;
}

/** The functions of kernel/line-loops.ts. The numbers are byte offsets in the memory, except the measure, flags and codes. */
interface Functions {
  readonly pass: (line: number, end: number, passes: number) => void;
  readonly narrow1: Narrow;
  readonly narrow2: Narrow;
  readonly narrow4: Narrow;
  readonly add: (
    line: number,
    end: number,
    passes: number,
    pay: number,
    base: number,
    unit: number,
    scale: number,
    noting: number,
    tallied: number,
  ) => number;
  readonly sum: (
    pay: number,
    end: number,
    passes: number,
    base: number,
    unit: number,
    scale: number,
  ) => number;
  readonly addPlaced: (
    line: number,
    end: number,
    passes: number,
    pay: number,
    places: number,
    base: number,
    unit: number,
    scale: number,
    leaves: number,
    stateMask: number,
    state: number,
    first: number,
  ) => void;
  readonly translate: (code: number, end: number) => void;
  readonly tally: (line: number, end: number, passes: number) => void;
  readonly expand: (
    into: number,
    end: number,
    origin: number,
    distinct: number,
    ends: number,
  ) => void;
}
type Narrow = (code: number, end: number, passes: number) => void;

const bytesOfPage = 65_536;
const memory = new WebAssembly.Memory({ initial: Math.ceil(tablesEnd / bytesOfPage) });
let opened: Functions | undefined;
/** Processes in which only threads count do not read the file. */
const functions = () => (opened ??= kernelOf(readFileSync(kernelFile)));

/** A kernel's functions over this thread's columns. Throws `TypeError` if it was built for other codes or tables. */
export function kernelOf(kernel: BufferSource): Functions {
  const module = new WebAssembly.Module(kernel);
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  if (!areFunctions(exports)) throw new TypeError('The kernel is outdated. Run: npm run build');
  return exports;
}

/** The kernel exports its constants, too. */
function areFunctions(exports: WebAssembly.Exports): exports is WebAssembly.Exports & Functions {
  return Object.entries(kernelConstants).every(([name, value]) => {
    const own = exports[name];
    return own instanceof WebAssembly.Global && own.value === value;
  });
}

/** Bytes of a column's numbers. A column of details is as wide as its codes; this is its maximum. */
const widths = {
  pay: 4,
  traits: 4,
  details: 4,
  passes: 2,
  municipality: 2,
  subclass: 2,
  distinctPays: 4,
  distinctEnds: 4,
} as const;
/** Spare bytes after each column: some loops write a little beyond its end. */
const bytesBehind = 16;
type Column = keyof typeof widths;

let room = columnsFor(0);

/** Columns for this many lines, and the tables: views of the memory, which are replaced when it grows. */
function columnsFor(lines: number) {
  let end = tablesEnd;
  const place = (column: Column) => {
    const begin = end;
    end = Math.ceil((begin + lines * widths[column] + bytesBehind) / 16) * 16;
    return begin;
  };
  const places = {
    pay: place('pay'),
    traits: place('traits'),
    details: place('details'),
    passes: place('passes'),
    municipality: place('municipality'),
    subclass: place('subclass'),
    distinctPays: place('distinctPays'),
    distinctEnds: place('distinctEnds'),
  };
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / bytesOfPage));
  const { buffer } = memory;
  const doubles = (name: 'tally' | 'first' | 'second' | 'placed') =>
    new Float64Array(buffer, tablePlaces[name], tableLength(name));
  const passes = (name: 'low' | 'mid' | 'flags' | 'byCode') =>
    new Uint16Array(buffer, tablePlaces[name], tableLength(name));
  new Uint32Array(buffer, tablePlaces.routes, routes.length).set(routes);
  return {
    lines,
    places,
    pay: new Uint32Array(buffer, places.pay, lines),
    traits: new Uint32Array(buffer, places.traits, lines),
    passes: new Uint16Array(buffer, places.passes, lines),
    municipality: new Uint16Array(buffer, places.municipality, lines),
    subclass: new Uint16Array(buffer, places.subclass, lines),
    distinctPays: new Uint32Array(buffer, places.distinctPays, lines),
    distinctEnds: new Uint32Array(buffer, places.distinctEnds, lines),
    low: passes('low'),
    mid: passes('mid'),
    flags: passes('flags'),
    byCode: passes('byCode'),
    tally: doubles('tally'),
    first: doubles('first'),
    second: doubles('second'),
    placed: doubles('placed'),
    noted: new Uint32Array(buffer, tablePlaces.noted, tableLength('noted')),
  };
}

/** The thread's columns and tables. A call of `makeRoom` may discard the contents of the columns. */
export const kernelRoom = () => room;

/** Reserves memory for this many lines in each column. */
export function makeRoom(lines: number): void {
  if (lines > room.lines) room = columnsFor(lines);
}

/** The column of details of some lines, in numbers of this width. */
export const detailsOf = (width: keyof typeof numbersOf, { from, to }: LineRange): Numbers =>
  new numbersOf[width](memory.buffer, room.places.details + from * width, to - from);

// The filters whose tables are in the kernel's memory.
let filters: FilterTables | undefined;

/** Computes the filters that each line's traits and flags pass. */
export function passLines(tables: FilterTables, { from, to }: LineRange): void {
  if (filters !== tables) {
    room.low.set(tables.low);
    room.mid.set(tables.mid);
    room.flags.set(tables.flags);
    filters = tables;
  }
  const { traits, passes } = room.places;
  functions().pass(traits + from * 4, traits + to * 4, passes + from * 2);
}

const widthOf = (codes: Numbers) =>
  codes instanceof Uint8Array ? 1 : codes instanceof Uint16Array ? 2 : 4;

/** Removes the filters that the codes of lines do not pass. `codes` must be a part of a column of the kernel. */
export function narrowLines(
  codes: Numbers,
  table: Passes,
  { from }: Pick<LineRange, 'from'>,
): void {
  room.byCode.set(table);
  const [begin, passes] = [codes.byteOffset, room.places.passes + from * 2];
  const { narrow1, narrow2, narrow4 } = functions();
  const narrow = { 1: narrow1, 2: narrow2, 4: narrow4 }[widthOf(codes)];
  narrow(begin, begin + codes.byteLength, passes);
}

/**
 * Adds lines to both tables: those that count by combinations of their codes, and those that fail a single filter by
 * its code. Returns the sum of the lines that count.
 */
export function addLines(
  { from, to }: LineRange,
  { base, unit, scale }: Measure,
  noted: Noted,
): number {
  const { traits, passes, pay } = room.places;
  return functions().add(
    traits + from * 4,
    traits + to * 4,
    passes + from * 2,
    pay + from * 4,
    base,
    unit,
    scale,
    noted.pays ? -1 : 0,
    noted.tally ? 1 : 0,
  );
}

/** The sum of the lines that count. */
export function sumLines({ from, to }: LineRange, { base, unit, scale }: Measure): number {
  const { passes, pay } = room.places;
  return functions().sum(pay + from * 4, pay + to * 4, passes + from * 2, base, unit, scale);
}

/** Replaces each code by its entry in a table. `codes` must be a part of a column of the kernel. */
export function translateCodes(codes: Uint16Array, table: Uint16Array): void {
  room.byCode.set(table);
  functions().translate(codes.byteOffset, codes.byteOffset + codes.byteLength);
}

/** Lines that are grouped by a separate column. */
export interface PlacedLines extends LineRange {
  readonly column: 'municipality' | 'subclass';
  /** The bits of the filters that are left out. */
  readonly leaves: number;
  /** Lines of other states are not added; null for all states. */
  readonly state: number | null;
  /** Index of the first place among the cells. */
  readonly first: number;
}

/** Adds each line that counts, or fails only the filters that are left out, to the cell of its place. */
export function addPlacedLines(
  { from, to, column, leaves, state, first }: PlacedLines,
  { base, unit, scale }: Measure,
): void {
  const { traits, passes, pay } = room.places;
  functions().addPlaced(
    traits + from * 4,
    traits + to * 4,
    passes + from * 2,
    pay + from * 4,
    room.places[column] + from * 2,
    base,
    unit,
    scale,
    leaves,
    state === null ? 0 : stateMask,
    state ?? 0,
    first,
  );
}

/** Tallies by flags the lines that pass every filter, counted or not. */
export function tallyPassing({ from, to }: LineRange): void {
  const { traits, passes } = room.places;
  functions().tally(traits + from * 4, traits + to * 4, passes + from * 2);
}

/** Adds the kernel's tally to another tally by flags, and resets it. */
export function takeTally(into: Float64Array): void {
  const { tally } = room;
  for (let flags = 0; flags < into.length; flags++) {
    into[flags] = defined(into[flags]) + defined(tally[flags]);
  }
  tally.fill(0);
}

/** Distinct salaries, ascending, and where the lines of each salary end. */
export interface DistinctSalaries {
  readonly pays: Uint32Array;
  readonly ends: Uint32Array;
}

/**
 * Fills the column of salaries from `at` on with those of some lines. The first distinct salary must be that of the
 * first line.
 */
export function expandPays({ pays, ends }: DistinctSalaries, { from, to }: LineRange, at: number) {
  room.distinctPays.set(pays);
  room.distinctEnds.set(ends);
  const { pay, distinctPays, distinctEnds } = room.places;
  const into = pay + at * 4;
  functions().expand(into, into + (to - from) * 4, into - from * 4, distinctPays, distinctEnds);
}
