import { keysOf } from '../../../../shared/codes/keys.ts';
import { fillTargets, moveRows, type SortKey } from '../../../platform/warehouse/column-rows.ts';
import type { NumberColumn, WholeColumns } from '../../../platform/warehouse/native-columns.ts';
import { defined } from '../../../../shared/codes/defined.ts';
import {
  type LineOrder,
  type MonthSections,
  type OrderColumn,
  orderColumnNames,
  severalStates,
} from '../format/layout.ts';
import { bitOfFlag, flagsShift, isUsual, maxCodes, traitFields } from '../format/line-columns.ts';
import type { Numbers } from '../format/number-blocks.ts';
import { firstNotBelow } from '../format/numbers.ts';

/** A month's lines in an order. Two numbers of 16 bits share one of 32, so that both move at once. */
interface LineColumns {
  /** The index of the occupation and, above it, the kind. */
  readonly run: Uint32Array;
  /** The index of the municipality and, above it, that of the subclass. */
  readonly codes: Uint32Array;
  readonly pay: Uint32Array;
  readonly traits: Uint32Array;
  readonly details: Uint16Array;
}

/** A kind: 1 for a known salary, 2 for a line that is not usual, 4 for a dismissal, and 8 for a line of weight −1. */
const [knownKind, otherKind, dismissedKind, cancellingKind] = [1, 2, 4, 8];

/**
 * The sections of a month's file, from the rows of `linesSql`, whose memory they overwrite: new memory takes as long as a
 * pass over it. Throws as `indexedCodes` does.
 */
export function monthSections({ rows, column }: WholeColumns): MonthSections {
  const cbo = indexedCodes(column('cbo'));
  const municipality = indexedCodes(column('municipality'));
  const subclass = indexedCodes(column('subclass'));
  const traits = wide(column('traits'));
  const first: LineColumns = {
    run: pairs(cbo.indexes, kindsOf(column, traits)),
    codes: pairs(municipality.indexes, subclass.indexes),
    pay: wide(column('pay')),
    traits,
    details: narrow(column('details')),
  };
  const second: LineColumns = {
    run: new Uint32Array(rows),
    codes: new Uint32Array(rows),
    pay: new Uint32Array(rows),
    traits: new Uint32Array(rows),
    details: new Uint16Array(rows),
  };
  const targets = new Uint32Array(rows);
  // Lines of the same salary stay in the order that compresses best.
  moveLines(second, first, { column: first.codes, shift: 0 }, targets);
  moveLines(first, second, { column: second.codes, shift: 16 }, targets);
  moveLines(second, first, { column: first.pay, shift: 0 }, targets);
  moveLines(first, second, { column: second.pay, shift: 16 }, targets);
  markCancelled(first);
  moveLines(second, first, { column: first.run, shift: 16 }, targets);
  const lines = firstNotBelow(second.run, cancellingKind << 16);
  const admissions = firstNotBelow(second.run, dismissedKind << 16);
  const salary = linesFrom(second, 0, lines);
  const occupation = linesFrom(first, 0, lines);
  const movements = [
    [0, admissions],
    [admissions, lines],
  ] as const;
  for (const [from, to] of movements) {
    const own = linesFrom(salary, from, to);
    moveLines(linesFrom(occupation, from, to), own, { column: own.run, shift: 0 }, targets);
  }
  // In the order by salary, all lines have occupation 0.
  for (let line = 0; line < lines; line++) salary.run[line] = defined(salary.run[line]) & ~0xff_ff;
  return {
    municipality: municipality.codes,
    municipalityStates: statesOf(occupation, municipality.codes.length),
    subclass: subclass.codes,
    ...orderSections('occupation', occupation, cbo.codes),
    ...orderSections('salary', salary, Uint32Array.of(0)),
  };
}

function kindsOf(column: WholeColumns['column'], traits: Uint32Array): Uint16Array {
  const [balance, weight, known] = [column('balance'), column('weight'), column('known')];
  const kinds = new Uint16Array(traits.length);
  for (let row = 0; row < kinds.length; row++) {
    const isOther = !isUsual(defined(traits[row]) >>> flagsShift);
    kinds[row] =
      (known[row] === 1 ? knownKind : 0) +
      (isOther ? otherKind : 0) +
      (balance[row] === -1 ? dismissedKind : 0) +
      (weight[row] === -1 ? cancellingKind : 0);
  }
  return kinds;
}

const linesFrom = (lines: LineColumns, from: number, to: number): LineColumns => ({
  run: lines.run.subarray(from, to),
  codes: lines.codes.subarray(from, to),
  pay: lines.pay.subarray(from, to),
  traits: lines.traits.subarray(from, to),
  details: lines.details.subarray(from, to),
});

/** Writes lines to `into`, sorted by a key. Overwrites `targets`. */
function moveLines(
  into: LineColumns,
  lines: LineColumns,
  key: SortKey,
  targets: Uint32Array,
): void {
  fillTargets(targets, key);
  for (const name of keysOf(lines)) moveRows(into[name], lines[name], targets);
}

/**
 * Marks as many lines as cancelled as there are equal lines of weight −1. The lines must be sorted by salary, subclass and
 * municipality. Lines of a file of late declarations may equal lines in time, and all lines of weight −1 are of one kind,
 * so the kind of file does not matter: no query that counts late lines counts cancelled ones.
 */
function markCancelled({ run, codes, pay, traits, details }: LineColumns): void {
  const cancelling = cancellingKind << 16;
  const areNear = (one: number, other: number) =>
    pay[one] === pay[other] && codes[one] === codes[other];
  const late = 1 << bitOfFlag('late');
  const keyOf = (line: number) =>
    [defined(run[line]) & ~cancelling, defined(traits[line]) & ~late, details[line]].join();
  for (let line = 0; line < run.length; line++) {
    if (defined(run[line]) < cancelling) continue;
    let [start, end] = [line, line + 1];
    while (start > 0 && areNear(line, start - 1)) start--;
    while (end < run.length && areNear(line, end)) end++;
    const near = Array.from({ length: end - start }, (_, index) => start + index);
    for (const equal of Map.groupBy(near, keyOf).values()) {
      const counted = equal.filter((one) => defined(run[one]) < cancelling);
      for (const one of counted.slice(0, equal.length - counted.length)) {
        traits[one] = defined(traits[one]) | (1 << bitOfFlag('cancelled'));
        run[one] = defined(run[one]) | (otherKind << 16);
      }
    }
    line = end - 1;
  }
}

/** The sections of an order. `occupations` has the code of each index. */
function orderSections<Order extends LineOrder>(
  order: Order,
  lines: LineColumns,
  occupations: Uint32Array,
): Readonly<Record<`${Order}.${OrderColumn}`, Numbers>> {
  const { traits, details, codes } = lines;
  const columns = {
    traits,
    details,
    municipality: halfOf(codes, 0),
    subclass: halfOf(codes, 16),
    ...runsIn(lines, occupations),
  };
  return Object.assign(
    {},
    ...orderColumnNames.map((name) => ({ [`${order}.${name}`]: columns[name] })),
  );
}

/** Splits the lines of an order into runs: the sections `runs` and `distinct`. */
function runsIn({ run, pay }: LineColumns, occupations: Uint32Array) {
  const rows = run.length;
  const known = knownKind << 16;
  const runs: number[] = [];
  const distinct = new Uint32Array(rows * 2);
  const ends = new Uint32Array(rows);
  let length = 0;
  for (let start = 0, end = 0; start < rows; start = end) {
    const ofRun = defined(run[start]) & ~known;
    while (end < rows && (defined(run[end]) & ~known) === ofRun) end++;
    let paid = start;
    while (paid < end && (defined(run[paid]) & known) === 0) paid++;
    const firstDistinct = length;
    let count = 0;
    for (let at = paid; at < end; at++) {
      if (at + 1 < end && pay[at] === pay[at + 1]) continue;
      distinct[length++] = defined(pay[at]);
      ends[count++] = at + 1;
    }
    distinct.set(ends.subarray(0, count), length);
    length += count;
    const cbo = defined(occupations[ofRun & 0xff_ff]);
    runs.push(cbo, ofRun >>> 17, start, paid, end, firstDistinct, length);
  }
  return { runs: Uint32Array.from(runs), distinct: distinct.slice(0, length) };
}

function statesOf({ traits, codes }: LineColumns, municipalities: number): Uint32Array {
  const unseen = severalStates - 1;
  const { shift, bits } = traitFields.state;
  const stateBits = 2 ** bits - 1;
  const states = new Uint32Array(municipalities).fill(unseen);
  for (let line = 0; line < traits.length; line++) {
    const municipality = defined(codes[line]) & 0xff_ff;
    const state = (defined(traits[line]) >>> shift) & stateBits;
    const known = states[municipality];
    if (known === unseen) states[municipality] = state;
    else if (known !== state) states[municipality] = severalStates;
  }
  return states;
}

/**
 * The different codes of a column, ascending, and the index of each row's code among them. Throws `RangeError` for more
 * than `maxCodes`.
 */
export function indexedCodes(column: NumberColumn) {
  const found = new Map<number, number>();
  const indexes = new Uint16Array(column.length);
  for (let row = 0; row < column.length; row++) {
    const code = defined(column[row]);
    let index = found.get(code);
    if (index === undefined) {
      index = found.size;
      if (index === maxCodes) throw new RangeError(`A column has more than ${maxCodes} codes.`);
      found.set(code, index);
    }
    indexes[row] = index;
  }
  const codes = Uint32Array.from(found.keys()).toSorted();
  const ascending = new Uint16Array(codes.length);
  for (const [place, code] of codes.entries()) ascending[defined(found.get(code))] = place;
  for (let row = 0; row < indexes.length; row++) {
    indexes[row] = defined(ascending[defined(indexes[row])]);
  }
  return { codes, indexes };
}

/** Numbers of 32 bits from two of 16. */
function pairs(lower: Uint16Array, upper: Uint16Array): Uint32Array {
  const both = new Uint32Array(lower.length);
  for (let row = 0; row < both.length; row++) {
    both[row] = defined(lower[row]) | (defined(upper[row]) << 16);
  }
  return both;
}

/** The 16 bits of each number from bit `shift` on. */
function halfOf(numbers: Uint32Array, shift: 0 | 16): Uint16Array {
  const halves = new Uint16Array(numbers.length);
  for (let at = 0; at < halves.length; at++) halves[at] = defined(numbers[at]) >>> shift;
  return halves;
}

const narrow = (column: NumberColumn) =>
  column instanceof Uint16Array ? column : new Uint16Array(column);

const wide = (column: NumberColumn) =>
  column instanceof Uint32Array ? column : new Uint32Array(column);
