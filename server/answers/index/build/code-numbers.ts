import type { NumberColumn } from '../../../platform/warehouse/native-columns.ts';
import { defined } from '../format/numbers.ts';

const mostCodes = 65_536;

/** The different codes of a column, ascending. Throws `RangeError` for more codes than 16 bits can number. */
export function codesOf(column: NumberColumn): Uint32Array {
  const codes = Uint32Array.from(new Set(column)).toSorted();
  if (codes.length > mostCodes) throw new RangeError(`A column has ${codes.length} codes.`);
  return codes;
}

/** The index of each row's code among some codes. Throws `RangeError` for a code that is not among them. */
export function indexesOf(column: NumberColumn, codes: Uint32Array): Uint16Array {
  const known = new Map(Array.from(codes, (code, index) => [code, index]));
  const indexes = new Uint16Array(column.length);
  for (let row = 0; row < indexes.length; row++) {
    indexes[row] = defined(known.get(defined(column[row])));
  }
  return indexes;
}
