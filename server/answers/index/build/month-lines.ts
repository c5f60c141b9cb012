import { digitsOf, sortedBy, valuesOf } from '../../../platform/warehouse/column-rows.ts';
import type { NumberColumn, WholeColumns } from '../../../platform/warehouse/native-columns.ts';
import { defined } from '../../../platform/defined.ts';
import {
  type LineOrder,
  type MonthSections,
  type OrderColumn,
  orderColumnNames,
  severalStates,
} from '../format/layout.ts';
import {
  bitOfFlag,
  codeIn,
  emptySubclass,
  flagsShift,
  isUsual,
  traitFields,
} from '../format/line-columns.ts';
import type { Numbers } from '../format/number-blocks.ts';

/** Codes have indexes of 16 bits. */
const mostCodes = 65_536;

/** The values of a month's lines in an order, as wide as the file's sections. */
interface LineColumns {
  readonly cbo: Numbers;
  readonly kind: Uint16Array;
  readonly pay: Uint32Array;
  readonly traits: Uint32Array;
  readonly details: Uint16Array;
  readonly municipality: Uint16Array;
  readonly subclass: Uint16Array;
}

/** The sections of a month's file, from the rows of `linesSql`. Throws as `indexedCodes` does. */
export function monthSections({ rows, column }: WholeColumns): MonthSections {
  const municipality = indexedCodes(column('municipality'));
  const subclass = indexedCodes(column('subclass'));
  const columns = {
    cbo: wide(column('cbo')),
    kind: new Uint16Array(rows),
    pay: wide(column('pay')),
    traits: wide(column('traits')),
    details: narrow(column('details')),
    municipality: municipality.indexes,
    subclass: subclass.indexes,
  };
  const { cbo, kind, pay, traits } = columns;
  const [balance, weight, known] = [column('balance'), column('weight'), column('known')];
  // Lines of the same salary stay in the order that compresses best.
  const all = sortedBy(
    [municipality.indexes, subclass.indexes, ...digitsOf(pay)],
    new Uint32Array(rows).map((_, row) => row),
  );
  markCancelled({ ...columns, balance, weight, known }, all);
  let lines = 0;
  for (let row = 0; row < rows; row++) {
    const isOther = !isUsual(defined(traits[row]) >>> flagsShift);
    const isLine = weight[row] === 1;
    lines += Number(isLine);
    const lineKind = 4 * Number(balance[row] === -1) + 2 * Number(isOther) + defined(known[row]);
    kind[row] = isLine ? lineKind : cancellingKind;
  }
  const bySalary = sortedBy([kind], all).subarray(0, lines);
  const [low, high] = digitsOf(cbo);
  // Dismissals come after admissions; a code's upper half is far below this.
  const aboveAll = 2 ** 15;
  for (let row = 0; row < rows; row++) {
    if (defined(kind[row]) >= dismissed) high[row] = defined(high[row]) + aboveAll;
  }
  const byOccupation = sortedBy([low, high], bySalary);
  const linesIn = (order: Uint32Array): LineColumns => ({
    cbo: valuesOf(cbo, order),
    kind: valuesOf(kind, order),
    pay: valuesOf(pay, order),
    traits: valuesOf(traits, order),
    details: valuesOf(columns.details, order),
    municipality: valuesOf(municipality.indexes, order),
    subclass: valuesOf(subclass.indexes, order),
  });
  const occupation = linesIn(byOccupation);
  return {
    municipality: municipality.codes,
    municipalityStates: statesOf(occupation, municipality.codes.length),
    subclass: subclass.codes,
    ...orderSections('occupation', occupation),
    ...orderSections('salary', { ...linesIn(bySalary), cbo: new Uint16Array(lines) }),
  };
}

/** A kind: 1 for a known salary, 2 for a line that is not usual, and 4 for a dismissal. Lines of weight −1 come last. */
const dismissed = 4;
const cancellingKind = 8;

/**
 * Marks as many lines as cancelled as there are equal lines of weight −1. The rows must be sorted by salary, subclass and
 * municipality.
 */
function markCancelled(
  found: LineColumns & Readonly<Record<'balance' | 'weight' | 'known', NumberColumn>>,
  rows: Uint32Array,
): void {
  const { weight, traits, pay, known, subclass, municipality, balance, cbo, details } = found;
  const sorted = [pay, subclass, municipality];
  const areNear = (one: number, other: number) =>
    sorted.every((column) => column[one] === column[other]);
  const keyOf = (row: number) =>
    [balance, known, cbo, traits, details].map((column) => column[row]).join();
  for (let at = 0; at < rows.length; at++) {
    const row = defined(rows[at]);
    if (weight[row] === 1) continue;
    let [start, end] = [at, at + 1];
    while (start > 0 && areNear(row, defined(rows[start - 1]))) start--;
    while (end < rows.length && areNear(row, defined(rows[end]))) end++;
    for (const equal of Map.groupBy(rows.subarray(start, end), keyOf).values()) {
      const ofWeight = Map.groupBy(equal, (one) => weight[one]);
      const cancelled = ofWeight.get(1)?.slice(0, ofWeight.get(-1)?.length ?? 0) ?? [];
      for (const one of cancelled) traits[one] = defined(traits[one]) + 2 ** bitOfFlag('cancelled');
    }
    at = end - 1;
  }
}

function orderSections<Order extends LineOrder>(
  order: Order,
  lines: LineColumns,
): Readonly<Record<`${Order}.${OrderColumn}`, Numbers>> {
  const columns = { ...lines, ...runsIn(lines) };
  return Object.assign(
    {},
    ...orderColumnNames.map((name) => ({ [`${order}.${name}`]: columns[name] })),
  );
}

/** Splits the lines of an order into runs: the sections `runs` and `distinct`. */
function runsIn({ cbo, kind, pay }: LineColumns) {
  const rows = cbo.length;
  const runs: number[] = [];
  const distinct = new Uint32Array(rows * 2);
  const ends = new Uint32Array(rows);
  let length = 0;
  for (let start = 0, end = 0; start < rows; start = end) {
    const ofRun = defined(kind[start]) >>> 1;
    while (end < rows && cbo[end] === cbo[start] && defined(kind[end]) >>> 1 === ofRun) end++;
    let paid = start;
    while (paid < end && defined(kind[paid]) % 2 === 0) paid++;
    const firstDistinct = length;
    let count = 0;
    for (let at = paid; at < end; at++) {
      if (at + 1 < end && pay[at] === pay[at + 1]) continue;
      distinct[length++] = defined(pay[at]);
      ends[count++] = at + 1;
    }
    distinct.set(ends.subarray(0, count), length);
    length += count;
    runs.push(defined(cbo[start]), ofRun, start, paid, end, firstDistinct, length);
  }
  return { runs: Uint32Array.from(runs), distinct: distinct.slice(0, length) };
}

function statesOf({ traits, municipality }: LineColumns, municipalities: number): Uint32Array {
  const unseen = severalStates - 1;
  const states = new Uint32Array(municipalities).fill(unseen);
  for (let row = 0; row < traits.length; row++) {
    const place = defined(municipality[row]);
    const state = codeIn(defined(traits[row]), traitFields.state);
    const known = states[place];
    if (known === unseen) states[place] = state;
    else if (known !== state) states[place] = severalStates;
  }
  return states;
}

/**
 * The different codes of a column, ascending, and the index of each row's code among them. Throws `RangeError` for more
 * codes than 16 bits can number, and for a code above `emptySubclass`.
 */
export function indexedCodes(column: NumberColumn) {
  const indexOf = new Uint16Array(emptySubclass + 1);
  for (const code of column) indexOf[code] = 1;
  const codes: number[] = [];
  for (let code = 0; code < indexOf.length; code++) {
    if (indexOf[code] === 1) indexOf[code] = codes.push(code) - 1;
  }
  if (codes.length > mostCodes) throw new RangeError(`A column has ${codes.length} codes.`);
  const indexes = new Uint16Array(column.length);
  for (let row = 0; row < indexes.length; row++) {
    indexes[row] = defined(indexOf[defined(column[row])]);
  }
  return { codes: Uint32Array.from(codes), indexes };
}

const narrow = (column: NumberColumn) =>
  column instanceof Uint16Array ? column : new Uint16Array(column);

const wide = (column: NumberColumn) =>
  column instanceof Uint32Array ? column : new Uint32Array(column);
