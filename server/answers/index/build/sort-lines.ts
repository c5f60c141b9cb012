import { defined } from '../format/defined.ts';
import type { NumberColumn, WholeColumns } from '../../../platform/warehouse/native-columns.ts';

/** Rows of a result in two orders. */
export interface OrderedLines {
  /**
   * Usual lines by salary, those without a salary first, then the others in the same way. Lines of the same salary are
   * by subclass, which compresses better.
   */
  readonly bySalary: Uint32Array;
  /** The same rows by occupation, then as by salary. */
  readonly byOccupation: Uint32Array;
}

export interface KeysOfRows {
  /** 1 for rows that are not usual. */
  readonly unusual: Uint8Array;
  /** The indexes of the rows' subclasses. */
  readonly subclass: Uint16Array;
}

/**
 * Radix sort of the rows of `linesSql`, from the least significant digit to the most significant: each pass is stable.
 */
export function orderLines(
  { column }: WholeColumns,
  stored: Uint32Array,
  { unusual, subclass }: KeysOfRows,
): OrderedLines {
  let order = ordered(stored, subclass, { shift: 0, bits: 16 });
  order = ordered(order, column('known'), { shift: 0, bits: 1 });
  const pay = column('pay');
  for (const digit of digits) order = ordered(order, pay, digit);
  const bySalary = ordered(order, unusual, { shift: 0, bits: 1 });
  const occupations = codesOf([column('cbo')]);
  const places = placesOf(column('cbo'), occupations);
  const byOccupation = ordered(bySalary, places, { shift: 0, bits: 16 });
  return { bySalary, byOccupation };
}

/** Sorts 32-bit numbers, ascending. */
export function ascending(numbers: Uint32Array): Uint32Array {
  let sorted = numbers;
  for (const { shift, bits } of digits) {
    const next = beginnings(sorted, null, { shift, bits });
    const from = sorted;
    sorted = new Uint32Array(from.length);
    for (let at = 0; at < from.length; at++) {
      const number = defined(from[at]);
      const digit = (number >>> shift) & (2 ** bits - 1);
      const place = defined(next[digit]);
      sorted[place] = number;
      next[digit] = place + 1;
    }
  }
  return sorted;
}

interface Digit {
  readonly shift: number;
  readonly bits: number;
}

const digits: readonly Digit[] = [
  { shift: 0, bits: 11 },
  { shift: 11, bits: 11 },
  { shift: 22, bits: 10 },
];

/** The rows of lines, and the rows that each cancel one line. */
export function rowsByWeight({ column }: WholeColumns): {
  readonly counted: Uint32Array;
  readonly cancelling: Uint32Array;
} {
  const weight = column('weight');
  const stored = new Uint32Array(weight.length);
  const cancelling: number[] = [];
  let length = 0;
  for (let row = 0; row < weight.length; row++) {
    if (weight[row] === 1) stored[length++] = row;
    else cancelling.push(row);
  }
  return { counted: stored.subarray(0, length), cancelling: Uint32Array.from(cancelling) };
}

function ordered(rows: Uint32Array, values: NumberColumn, digit: Digit): Uint32Array {
  const { shift, bits } = digit;
  const mask = 2 ** bits - 1;
  const next = beginnings(values, rows, digit);
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = defined(rows[at]);
    const own = (defined(values[row]) >>> shift) & mask;
    const place = defined(next[own]);
    sorted[place] = row;
    next[own] = place + 1;
  }
  return sorted;
}

/** Where the numbers of each digit begin, for some rows or for all. */
function beginnings(
  values: NumberColumn,
  rows: Uint32Array | null,
  { shift, bits }: Digit,
): Uint32Array {
  const mask = 2 ** bits - 1;
  const next = new Uint32Array(mask + 2);
  const length = rows === null ? values.length : rows.length;
  for (let at = 0; at < length; at++) {
    const value = defined(values[rows === null ? at : defined(rows[at])]);
    const following = ((value >>> shift) & mask) + 1;
    next[following] = defined(next[following]) + 1;
  }
  for (let digit = 1; digit <= mask; digit++) {
    next[digit] = defined(next[digit]) + defined(next[digit - 1]);
  }
  return next;
}

const mostCodes = 65_536;

/** The distinct codes of some columns, ascending. Throws `RangeError` for more codes than 16 bits can number. */
export function codesOf(columns: readonly NumberColumn[]): Uint32Array {
  const met = new CodeTable();
  for (const column of columns) {
    for (let row = 0; row < column.length; row++) met.add(defined(column[row]));
  }
  const codes = Uint32Array.from(met.codes()).toSorted();
  if (codes.length > mostCodes) throw new RangeError(`A column has ${codes.length} codes.`);
  return codes;
}

/** The index in `codes` of each code of a column; 0 for a code that is missing there. */
export function placesOf(column: NumberColumn, codes: Uint32Array): Uint16Array {
  const table = new CodeTable();
  for (const code of codes) table.add(code);
  const places = new Uint16Array(column.length);
  for (let row = 0; row < column.length; row++) {
    places[row] = Math.max(0, table.orderOf(defined(column[row])));
  }
  return places;
}

const firstBits = 8;
/** 2³² divided by the golden ratio: as a hash multiplier it spreads consecutive codes. */
const spread = 0x9e3779b1;

/** A hash table of 32-bit codes, numbered in insertion order. Its size grows with the number of codes. */
class CodeTable {
  #bits = firstBits;
  #codes = new Uint32Array(2 ** firstBits);
  /** One more than a code's order; 0 where there is none. */
  #orders = new Uint32Array(2 ** firstBits);
  #size = 0;

  add(code: number): void {
    const slot = this.#slotOf(code);
    if (this.#orders[slot] !== 0) return;
    this.#codes[slot] = code;
    this.#orders[slot] = ++this.#size;
    if (this.#size * 2 > this.#codes.length) this.#grow();
  }

  /** Returns −1 for a code that was not added. */
  orderOf(code: number): number {
    return defined(this.#orders[this.#slotOf(code)]) - 1;
  }

  *codes(): Generator<number> {
    for (const [slot, order] of this.#orders.entries()) {
      if (order !== 0) yield defined(this.#codes[slot]);
    }
  }

  /** Where a code is, or would be. */
  #slotOf(code: number): number {
    const mask = this.#codes.length - 1;
    let slot = Math.imul(code, spread) >>> (32 - this.#bits);
    while (this.#orders[slot] !== 0 && this.#codes[slot] !== code) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [codes, orders] = [this.#codes, this.#orders];
    this.#bits += 1;
    this.#codes = new Uint32Array(2 ** this.#bits);
    this.#orders = new Uint32Array(2 ** this.#bits);
    for (const [slot, order] of orders.entries()) {
      if (order === 0) continue;
      const code = defined(codes[slot]);
      const own = this.#slotOf(code);
      this.#codes[own] = code;
      this.#orders[own] = order;
    }
  }
}
