import { readFileSync } from 'node:fs';
import type { FilterTables, Passes } from './passes.ts';
import { defined } from '../../../../shared/codes/defined.ts';
import { maxCodes } from '../format/line-columns.ts';
import {
  kernelConstants,
  placesOf,
  routes,
  tablePlaces,
  kernelTables,
  tablesEnd,
  viewsOf,
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

/** The functions of kernel/line-loops.ts. */
interface Kernel {
  readonly placeColumns: (pay: number, traits: number, passes: number, gathered: number) => void;
  readonly setMeasure: (base: number, unit: number, scale: number) => void;
  readonly pass: (from: number, to: number) => void;
  readonly narrow: (code: number, table: number, from: number, to: number) => void;
  readonly add: (from: number, to: number, noting: number, tallied: number) => number;
  readonly takeFullTime: () => number;
  readonly sum: (from: number, to: number) => number;
  readonly selectLines: (leaves: number, stateMask: number, state: number) => void;
  readonly addPlaced: (place: number, from: number, to: number, first: number) => void;
  readonly gather: (
    ...codes: [place: number, width: number, from: number, to: number, ...group: GroupField]
  ) => void;
  readonly translate: (code: number, end: number) => void;
  readonly tallyPassing: (from: number, to: number) => void;
  readonly expand: (...bytes: ExpandedBytes) => void;
}
type GroupField = [shift: number, mask: number, first: number];
type ExpandedBytes = [into: number, end: number, origin: number, distinct: number, ends: number];

const bytesOfPage = 65_536;
const memory = new WebAssembly.Memory({ initial: Math.ceil(tablesEnd / bytesOfPage) });
let opened: Kernel | undefined;

/** The thread's kernel. A process in which only threads count does not read the file. */
export function lineKernel(): Kernel {
  if (opened === undefined) {
    opened = kernelOf(readFileSync(kernelFile));
    placeColumns(opened);
  }
  return opened;
}

/** A kernel over this thread's columns. Throws `TypeError` if it was built for other codes or tables. */
export function kernelOf(bytes: BufferSource): Kernel {
  const module = new WebAssembly.Module(bytes);
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  if (!isKernel(exports)) throw new TypeError('The kernel is outdated. Run: npm run build');
  return exports;
}

/** The kernel exports its constants, too. */
function isKernel(exports: WebAssembly.Exports): exports is WebAssembly.Exports & Kernel {
  return Object.entries(kernelConstants).every(([name, value]) => {
    const constant = exports[name];
    return constant instanceof WebAssembly.Global && constant.value === value;
  });
}

/** Columns for this many lines. The salaries that are gathered by group have one more place for each group. */
const columnsOf = (lines: number) =>
  ({
    pay: [lines, Uint32Array],
    traits: [lines, Uint32Array],
    details: [lines, Uint16Array],
    passes: [lines, Uint16Array],
    municipality: [lines, Uint16Array],
    subclass: [lines, Uint16Array],
    translated: [lines, Uint16Array],
    distinctSalaries: [lines, Uint32Array],
    distinctEnds: [lines, Uint32Array],
    gathered: [lines + maxCodes, Uint32Array],
  }) as const;

let room = roomFor(0);

/** Columns for this many lines, and the tables: views of the memory, which are replaced when it grows. */
function roomFor(lines: number) {
  const columns = columnsOf(lines);
  const { places, end } = placesOf(columns, tablesEnd);
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / bytesOfPage));
  const { buffer } = memory;
  const views = viewsOf(buffer, kernelTables, tablePlaces);
  views.routes.set(routes);
  return { lines, ...views, ...viewsOf(buffer, columns, places) };
}

/** The thread's columns and tables. A call of `ensureCapacity` may discard the contents of the columns. */
export const kernelRoom = () => room;

function placeColumns(kernel: Kernel): void {
  const { pay, traits, passes, gathered } = room;
  kernel.placeColumns(pay.byteOffset, traits.byteOffset, passes.byteOffset, gathered.byteOffset);
}

/** Reserves memory for this many lines in each column. */
export function ensureCapacity(lines: number): void {
  if (lines <= room.lines) return;
  room = roomFor(lines);
  if (opened !== undefined) placeColumns(opened);
}

// The filters whose tables are in the kernel's memory.
let filters: FilterTables | undefined;

/** Computes the filters that each line's traits and flags pass. */
export function passLines(tables: FilterTables, { from, to }: LineRange): void {
  if (filters !== tables) {
    room.low.set(tables.low);
    room.mid.set(tables.mid);
    room.flags.set(tables.flags);
    if (tables.details !== null) room.byDetails.set(tables.details);
    filters = tables;
  }
  lineKernel().pass(from, to);
}

/** Removes the filters of `passLines` that the details of some lines do not pass. */
export function narrowByDetails({ from, to }: LineRange): void {
  lineKernel().narrow(room.details.subarray(from).byteOffset, tablePlaces.byDetails, from, to);
}

/**
 * Removes the filters that the codes of some lines do not pass. `codes` must be the lines' part of a column of the
 * kernel.
 */
export function narrowLines(codes: Uint16Array, table: Passes, { from, to }: LineRange): void {
  room.byCode.set(table);
  lineKernel().narrow(codes.byteOffset, tablePlaces.byCode, from, to);
}

/** Replaces each code by its entry in a table. `codes` must be a part of a column of the kernel. */
export function translateCodes(codes: Uint16Array, table: Uint16Array): void {
  room.byCode.set(table);
  lineKernel().translate(codes.byteOffset, codes.byteOffset + codes.byteLength);
}

/** The column with a translated copy of some lines' codes. */
export function copiedCodes(
  codes: Uint16Array,
  { from, to }: LineRange,
  table: Uint16Array,
): Uint16Array {
  const copy = room.translated;
  copy.set(codes.subarray(from, to), from);
  translateCodes(copy.subarray(from, to), table);
  return copy;
}

/** Adds the kernel's tally to another tally by flags, and resets it. */
export function drainTally(into: Float64Array): void {
  const { tally } = room;
  for (let flags = 0; flags < into.length; flags++) {
    into[flags] = defined(into[flags]) + defined(tally[flags]);
  }
  tally.fill(0);
}

/** Lines whose salaries are gathered by group. */
export interface GatheredLines extends LineRange {
  /** The column of the lines' codes. A line's group is `mask` bits of its code above `shift`, plus `first`. */
  readonly codes: Uint16Array | Uint32Array;
  readonly shift: number;
  readonly mask: number;
  readonly first: number;
  /** The bits of the filters that are left out. */
  readonly leaves: number;
  /** Selects the lines of one state, if the mask is not 0. */
  readonly stateMask: number;
  readonly state: number;
}

/**
 * Gathers the salaries of lines that count, or fail only the filters that are left out, by group: those of each group
 * in `sizes`, which has at least the number of its salaries. The arrays are parts of the kernel's memory.
 */
export function gatherSalaries(
  lines: readonly GatheredLines[],
  sizes: ReadonlyMap<number, number>,
): Uint32Array[] {
  const { cursors, gathered } = room;
  const kernel = lineKernel();
  let end = 1;
  const begins = [...sizes].map(([group, size]) => {
    const begin = end;
    // A line that is not gathered is written behind the last one that was.
    end += size + 1;
    cursors[group] = begin * 4;
    return [group, begin] as const;
  });
  for (const { codes, from, to, shift, mask, first, leaves, stateMask, state } of lines) {
    kernel.selectLines(leaves, stateMask, state);
    const { byteOffset, BYTES_PER_ELEMENT: width } = codes;
    kernel.gather(byteOffset + from * width, width, from, to, shift, mask, first);
  }
  return begins.map(([group, begin]) => {
    const salaries = gathered.subarray(begin, defined(cursors[group]) / 4);
    cursors[group] = 0;
    return salaries;
  });
}

const oneGroup = { shift: 0, mask: 0, first: 0, leaves: 0, stateMask: 0, state: 0 };

/** Lines of a single group, number 0. */
export const inOneGroup = ({ from, to }: LineRange): GatheredLines => {
  return { from, to, codes: room.traits, ...oneGroup };
};

/** How many of some lines count. */
export function countLines({ from, to }: LineRange): number {
  lineKernel().setMeasure(0, 1, 0);
  return lineKernel().sum(from, to);
}

/** The salaries of the lines that count: a part of the kernel's memory, which the next call overwrites. */
export function gatheredSalaries(ranges: readonly LineRange[]): Uint32Array {
  const lines = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  return defined(gatherSalaries(ranges.map(inOneGroup), new Map([[0, lines]]))[0]);
}

/** Distinct salaries, ascending, and where the lines of each salary end. */
export interface DistinctSalaries {
  readonly salaries: Uint32Array;
  readonly ends: Uint32Array;
}

/**
 * Fills the column of salaries from `at` on with those of some lines. The first distinct salary must be that of the
 * first line.
 */
export function expandSalaries(
  { salaries, ends }: DistinctSalaries,
  { from, to }: LineRange,
  at: number,
) {
  const { pay, distinctSalaries, distinctEnds } = room;
  distinctSalaries.set(salaries);
  distinctEnds.set(ends);
  const into = pay.byteOffset + at * 4;
  const end = into + (to - from) * 4;
  const sources = [distinctSalaries.byteOffset, distinctEnds.byteOffset] as const;
  lineKernel().expand(into, end, into - from * 4, ...sources);
}
