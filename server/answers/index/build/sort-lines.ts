import { defined } from '../format/defined.ts';
import type { NumberColumn, WholeColumns } from '../../../platform/warehouse/native-columns.ts';

/** Rows of a result in two orders. */
export interface OrderedLines {
  /**
   * By movement; within it usual lines by salary, those without a salary first, then the others in the same way. Lines
   * of the same salary are by subclass, which compresses better.
   */
  readonly bySalary: Uint32Array;
  /** The same rows by movement and occupation, then as by salary. */
  readonly byOccupation: Uint32Array;
}

export interface KeysOfRows {
  /** 1 for rows that are not usual, plus 2 for dismissals. */
  readonly kinds: Uint8Array;
  /** The indexes of the rows' subclasses. */
  readonly subclass: Uint16Array;
}

/**
 * Radix sort of the rows of `linesSql`, from the least significant digit to the most significant: each pass is stable.
 */
export function orderLines(
  { column }: WholeColumns,
  kept: Uint32Array,
  { kinds, subclass }: KeysOfRows,
): OrderedLines {
  const pay = column('pay');
  let order = ordered(kept, subclass, 0, 16);
  order = ordered(order, column('known'), 0, 1);
  order = ordered(order, pay, 0, 11);
  order = ordered(order, pay, 11, 11);
  order = ordered(order, pay, 22, 10);
  const bySalary = ordered(order, kinds, 0, 2);
  const occupations = placesOf(column('cbo'), codesOf(column('cbo')));
  const byOccupation = ordered(ordered(bySalary, occupations, 0, 16), kinds, 1, 1);
  return { bySalary, byOccupation };
}

/** Sorts rows by some bits of their values. */
function ordered(
  rows: Uint32Array,
  values: NumberColumn,
  shift: number,
  bits: number,
): Uint32Array {
  const mask = 2 ** bits - 1;
  // Where the rows of each digit begin.
  const next = new Uint32Array(mask + 2);
  for (let at = 0; at < rows.length; at++) {
    const following = ((defined(values[defined(rows[at])]) >>> shift) & mask) + 1;
    next[following] = defined(next[following]) + 1;
  }
  for (let digit = 1; digit <= mask; digit++) {
    next[digit] = defined(next[digit]) + defined(next[digit - 1]);
  }
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = defined(rows[at]);
    const digit = (defined(values[row]) >>> shift) & mask;
    const place = defined(next[digit]);
    sorted[place] = row;
    next[digit] = place + 1;
  }
  return sorted;
}

/** The rows of lines, and the rows that each cancel one line. */
export function rowsByWeight({ column }: WholeColumns): {
  readonly counted: Uint32Array;
  readonly cancelling: Uint32Array;
} {
  const weight = column('weight');
  const rows = Uint32Array.from(weight, (_, row) => row);
  return {
    kept: rows.filter((row) => weight[row] === 1),
    cancelling: rows.filter((row) => weight[row] !== 1),
  };
}

const mostCodes = 65_536;

/** The distinct codes of a column, ascending. Throws `RangeError` for more codes than 16 bits can number. */
export function codesOf(column: NumberColumn): Uint32Array {
  const codes = Uint32Array.from(new Set(column)).sort();
  if (codes.length > mostCodes) throw new RangeError(`A column has ${codes.length} codes.`);
  return codes;
}

/** The index in `codes` of each code of a column. Throws `RangeError` for a code that is missing there. */
export function placesOf(column: NumberColumn, codes: Uint32Array): Uint16Array {
  const placeOf = new Map(Array.from(codes, (code, place) => [code, place]));
  const places = new Uint16Array(column.length);
  for (let row = 0; row < column.length; row++) {
    places[row] = defined(placeOf.get(defined(column[row])));
  }
  return places;
}
