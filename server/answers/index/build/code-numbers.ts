import type { NumberColumn } from '../../../platform/warehouse/native-columns.ts';
import { defined } from '../format/numbers.ts';

const mostCodes = 65_536;

/** A column's codes, numbered in the order in which they first occur, and the number of each row's code. */
export interface NumberedCodes {
  readonly codes: Uint32Array;
  readonly numbers: Uint16Array;
}

/** Throws `RangeError` for more codes than 16 bits can number. */
export function numberedCodes(column: NumberColumn): NumberedCodes {
  const known = new Map<number, number>();
  const numbers = new Uint16Array(column.length);
  for (let row = 0; row < numbers.length; row++) {
    const code = defined(column[row]);
    const own = known.get(code);
    if (own === undefined) known.set(code, known.size);
    numbers[row] = own ?? known.size - 1;
  }
  if (known.size > mostCodes) throw new RangeError(`A column has ${known.size} codes.`);
  return { codes: Uint32Array.from(known.keys()), numbers };
}

/**
 * All codes of some columns, ascending, and for each column the place of each of its numbers' codes among them. Throws
 * `RangeError` for more codes than 16 bits can number.
 */
export function allCodes(columns: readonly Uint32Array[]): {
  readonly codes: Uint32Array;
  readonly placesOf: readonly Uint16Array[];
} {
  const codes = Uint32Array.from(new Set(columns.flatMap((own) => [...own]))).toSorted();
  if (codes.length > mostCodes) throw new RangeError(`A column has ${codes.length} codes.`);
  const places = new Map(Array.from(codes, (code, place) => [code, place]));
  return {
    codes,
    placesOf: columns.map((own) => Uint16Array.from(own, (code) => defined(places.get(code)))),
  };
}
