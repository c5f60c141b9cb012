import { defined } from '../defined.ts';
import type { NumberColumn } from './native-columns.ts';

/** Rows of columns, as lists of their numbers. */

/** Numbers in two digits of 16 bits, the lower first. */
export const digitsOf = (column: NumberColumn) =>
  [new Uint16Array(column), column.map((own) => own >>> 16)] as const;

/** Sorts rows by their keys of up to 16 bits. Rows of the same key stay in their order. */
export function sortedBy(keys: NumberColumn, rows: Uint32Array): Uint32Array {
  const places = new Uint32Array(2 ** 16 + 1);
  for (let at = 0; at < rows.length; at++) {
    const next = defined(keys[defined(rows[at])]) + 1;
    places[next] = defined(places[next]) + 1;
  }
  for (let key = 1; key < places.length; key++) {
    places[key] = defined(places[key]) + defined(places[key - 1]);
  }
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = defined(rows[at]);
    const key = defined(keys[row]);
    const place = defined(places[key]);
    sorted[place] = row;
    places[key] = place + 1;
  }
  return sorted;
}

/** A column's values of some rows, in their order. */
export function valuesOf(column: NumberColumn, rows: Uint32Array): NumberColumn {
  const values = column.slice(0, rows.length);
  for (let at = 0; at < rows.length; at++) values[at] = defined(column[defined(rows[at])]);
  return values;
}
