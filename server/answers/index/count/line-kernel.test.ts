import { beforeEach, expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/random.ts';
import {
  countedBit,
  countedPass,
  everyPass,
  lowBits,
  lowMask,
  midBits,
  midMask,
  passBits,
  passesFor,
  type FilterTables,
} from './passes.ts';
import { detailBits, flagCombinations, flagsShift, traitFields } from '../format/line-columns.ts';
import { cellOfFailure, failures, placedCells, stateMask } from './kernel-tables.ts';
import {
  gatheredSalaries,
  expandSalaries,
  gatherSalaries,
  inOneGroup,
  kernelOf,
  kernelRoom,
  lineKernel,
  ensureCapacity,
  narrowByDetails,
  narrowLines,
  passLines,
  drainTally,
  translateCodes,
} from './line-kernel.ts';

const lines = 3_000;
const own = { from: 7, to: 2_900 };
const within = Array.from({ length: own.to - own.from }, (_, at) => own.from + at);
const random = seededRandom('kernel');
const below = (end: number) => Math.floor(random() * end);

const tableOf = (length: number) =>
  passesFor(length).map(() => countedPass & ~(below(3) === 0 ? 2 ** below(8) : 0));
const details = tableOf(2 ** detailBits);
const bySubclass = tableOf(250);
const narrowBySubclass = () =>
  narrowLines(kernelRoom().subclass.subarray(own.from, own.to), bySubclass, own);
const tables: FilterTables = {
  low: tableOf(2 ** lowBits),
  mid: tableOf(2 ** midBits),
  flags: tableOf(flagCombinations),
  details,
  codes: { municipality: null, subclass: null },
};

const traits = Uint32Array.from({ length: lines }, () => below(flagCombinations * 2 ** flagsShift));
const passed = traits.map(
  (codes) =>
    (tables.low[codes & lowMask] ?? 0) &
    (tables.mid[(codes >>> lowBits) & midMask] ?? 0) &
    (tables.flags[codes >>> flagsShift] ?? 0),
);
const base = 100_000;
const salaries = Uint32Array.from({ length: lines }, () => base + below(700));
const valueOf = (line: number) => 2 ** 24 + (salaries[line] ?? 0) - base;

beforeEach(() => {
  ensureCapacity(lines);
  lineKernel().setMeasure(base, 2 ** 24, 1);
  const room = kernelRoom();
  room.traits.set(traits);
  room.pay.set(salaries);
  room.passes.set(passed);
  for (const table of [room.first, room.second, room.tally, room.noted]) table.fill(0);
});

test('the traits and flags of a line fit the 32 bits of their column, and its details 16', () => {
  expect(flagCombinations * 2 ** flagsShift).toBeLessThanOrEqual(2 ** 32);
  expect(2 ** detailBits).toBeLessThanOrEqual(2 ** 16);
});

test('a kernel that was not built for these codes and tables is refused', () => {
  const withoutConstants = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  expect(() => kernelOf(withoutConstants)).toThrow('Run: npm run build');
});

test('lines pass what their codes find in three tables', () => {
  const { passes } = kernelRoom();
  passes.fill(0);
  passLines(tables, own);
  expect([...passes]).toEqual(
    [...passed].map((all, line) => (line >= own.from && line < own.to ? all : 0)),
  );
});

test.each([
  { column: 'details', table: details, narrow: () => narrowByDetails(own) },
  { column: 'subclass', table: bySubclass, narrow: narrowBySubclass },
] as const)('codes of the column $column narrow what lines pass', ({ column, table, narrow }) => {
  const codes = kernelRoom()[column].subarray(own.from, own.to);
  for (let at = 0; at < codes.length; at++) codes[at] = below(table.length);
  passLines(tables, own);
  narrow();
  const narrowed = within.map((line, at) => (passed[line] ?? 0) & (table[codes[at] ?? 0] ?? 0));
  expect([...kernelRoom().passes.subarray(own.from, own.to)]).toEqual(narrowed);
  expect([...kernelRoom().passes.subarray(own.to)]).toEqual([...passed.subarray(own.to)]);
});

const add = (sums: Map<number, number>, cell: number, value: number) =>
  sums.set(cell, (sums.get(cell) ?? 0) + value);

/** Lines by what they pass, in a plain loop. */
function addedPlainly() {
  const [first, second] = [new Map<number, number>(), new Map<number, number>()];
  const [noted, tally] = [new Map<number, number>(), new Map<number, number>()];
  let sum = 0;
  for (const line of within) {
    const [codes, passes] = [traits[line] ?? 0, passed[line] ?? 0];
    if (passes === everyPass) add(tally, codes >>> flagsShift, 1);
    if (passes === countedPass) {
      sum += valueOf(line);
      add(first, codes & lowMask, valueOf(line));
      add(second, (codes >>> lowBits) & midMask, valueOf(line));
      add(noted, (salaries[line] ?? 0) - base, 1);
    }
    for (const [index, failure] of failures.entries()) {
      if (failure === undefined || passes !== (countedPass & ~(2 ** index))) continue;
      const code = (codes >>> failure.shift) & (2 ** failure.bits - 1);
      add(first, cellOfFailure(index) + code, valueOf(line));
    }
  }
  return { first, second, noted, tally, sum };
}

const filled = (cells: Float64Array | Uint32Array) =>
  new Map([...cells.entries()].filter(([, value]) => value > 0));
/** The cells that are read. */
function addedByKernel() {
  const { first, second, noted, tally } = kernelRoom();
  const spare = cellOfFailure(-1);
  first.fill(0, spare, cellOfFailure(0));
  return {
    first: filled(first),
    second: filled(second.subarray(0, 2 ** midBits)),
    noted: filled(noted),
    tally: filled(tally),
  };
}

const sorted = (cells: Map<number, number>) => [...cells].toSorted(([a], [b]) => a - b);

test('lines are added to the cells of their codes, and those that fail one filter alone to its own', () => {
  const { sum, ...plain } = addedPlainly();
  expect(lineKernel().add(own.from, own.to, -1, 1)).toBe(sum);
  const added = addedByKernel();
  for (const name of ['first', 'second', 'noted', 'tally'] as const) {
    expect(sorted(added[name])).toEqual(sorted(plain[name]));
    expect(plain[name].size).toBeGreaterThan(10);
  }
  expect(lineKernel().sum(own.from, own.to)).toBe(sum);
});

test('records and salaries are added one after the other where both do not fit a number', () => {
  const inside = within.filter((line) => passed[line] === countedPass);
  lineKernel().setMeasure(base, 1, 0);
  expect(lineKernel().add(own.from, own.to, 0, 0)).toBe(inside.length);
  lineKernel().setMeasure(base, 0, 1);
  expect(lineKernel().add(own.from, own.to, 0, 0)).toBe(
    inside.reduce((above, line) => above + (salaries[line] ?? 0) - base, 0),
  );
  const { noted, tally } = kernelRoom();
  expect([...noted.subarray(1)].some((count) => count > 0)).toBe(false);
  expect([...tally].some((count) => count > 0)).toBe(false);
});

test('nothing is added of no lines', () => {
  expect(lineKernel().add(5, 5, -1, 1)).toBe(0);
  expect(lineKernel().sum(5, 5)).toBe(0);
  expect(filled(kernelRoom().first).size).toBe(0);
});

test('lines that pass every filter are tallied by their flags, counted or not', () => {
  lineKernel().tallyPassing(own.from, own.to);
  const plain = new Float64Array(flagCombinations).fill(1);
  for (const line of within) {
    const isPassing = ((passed[line] ?? 0) | countedBit) === countedPass;
    const flags = (traits[line] ?? 0) >>> flagsShift;
    if (isPassing) plain[flags] = (plain[flags] ?? 0) + 1;
  }
  const tally = new Float64Array(flagCombinations).fill(1);
  drainTally(tally);
  expect([...tally]).toEqual([...plain]);
  expect(kernelRoom().tally[0]).toBe(0);
});

test.each([null, 26])('lines of state %o are added to the cells of their places', (state) => {
  const codes = Uint16Array.from(within, () => below(20));
  const places = Uint16Array.from({ length: 20 }, (_, code) => 19 - code);
  const { subclass, placed } = kernelRoom();
  subclass.set(codes, own.from);
  translateCodes(subclass.subarray(own.from, own.to), places);
  placed.fill(0);
  const leaves = passBits.place;
  const stateTest = [leaves, state === null ? 0 : stateMask, state ?? 0] as const;
  const codesAt = subclass.byteOffset + own.from * 2;
  lineKernel().selectLines(...stateTest);
  lineKernel().addPlaced(codesAt, own.from, own.to, 50);
  const plain = new Map<number, number>();
  const { shift, bits } = traitFields.state;
  for (const [at, line] of within.entries()) {
    const ofState = ((traits[line] ?? 0) >>> shift) & (2 ** bits - 1);
    if (((passed[line] ?? 0) | leaves) !== countedPass) continue;
    if (state === null || ofState === state) add(plain, 69 - (codes[at] ?? 0), valueOf(line));
  }
  expect(sorted(filled(placed.subarray(0, placedCells)))).toEqual(sorted(plain));
  expect(plain.size).toBeGreaterThan(5);
});

test('salaries of lines that count are gathered in the order of the lines', () => {
  const counted = within
    .filter((line) => passed[line] === countedPass)
    .map((line) => salaries[line]);
  expect([...gatheredSalaries([own])]).toEqual(counted);
  const [middle, last] = [1_000, own.to];
  const ranges = [
    { from: middle, to: last },
    { from: own.from, to: middle },
  ];
  expect(gatheredSalaries(ranges).toSorted()).toEqual(Uint32Array.from(counted, Number).toSorted());
  expect([...gatheredSalaries([{ from: 5, to: 5 }])]).toEqual([]);
});

test.each([0, 1])(
  'salaries are gathered by group with a mask of states of %i, and of other groups none',
  (mask) => {
    const { shift } = traitFields.age;
    const leaves = passBits.age;
    const isOwn = (line: number) =>
      ((passed[line] ?? 0) | leaves) === countedPass &&
      (((traits[line] ?? 0) >>> traitFields.state.shift) & mask) === (26 & mask);
    const groups = [2, 5].map((group) =>
      within
        .filter((line) => isOwn(line) && (((traits[line] ?? 0) >>> shift) & 7) === group)
        .map((line) => salaries[line]),
    );
    const lists = gatherSalaries(
      [
        {
          ...inOneGroup(own),
          shift,
          mask: 7,
          first: 40,
          leaves,
          stateMask: mask,
          state: 26 & mask,
        },
      ],
      new Map(groups.map((of, at) => [[42, 45][at] ?? 0, of.length])),
    );
    expect(lists.map((list) => [...list])).toEqual(groups);
    expect(groups[0]?.length).toBeGreaterThan(2);
    expect(kernelRoom().cursors.some((cursor) => cursor > 0)).toBe(false);
  },
);

test('salaries are gathered by codes of 16 bits', () => {
  const { subclass } = kernelRoom();
  for (const line of within) subclass[line] = line % 300;
  const of290 = within.filter((line) => line % 300 === 290 && passed[line] === countedPass);
  const coded = { ...inOneGroup(own), codes: subclass, mask: 0xff_ff };
  const lists = gatherSalaries([coded], new Map([[290, of290.length]]));
  expect(lists.map((list) => [...list])).toEqual([of290.map((line) => salaries[line])]);
});

test('distinct salaries are written once for each of their lines, and nothing before', () => {
  const { pay } = kernelRoom();
  pay.fill(9);
  // Lines 40 to 47 of a file, whose distinct salaries end at lines 38, 41, 42 and 60.
  expandSalaries(
    { salaries: Uint32Array.of(300, 400, 500), ends: Uint32Array.of(41, 42, 60) },
    { from: 40, to: 48 },
    3,
  );
  expect([...pay.subarray(0, 11)]).toEqual([9, 9, 9, 300, 400, 500, 500, 500, 500, 500, 500]);
});

test('lines are counted as before in a memory that has grown', () => {
  ensureCapacity(lines * 1_000);
  const { traits: column, passes } = kernelRoom();
  expect(column.length).toBe(lines * 1_000);
  column.set(traits);
  passLines(tables, own);
  expect(passes[own.from]).toBe(passed[own.from]);
});
