import { defined } from '../defined.ts';
import type { NumberColumn } from './native-columns.ts';

/** Rows of columns, as lists of their numbers. */

/** Numbers in two digits of 16 bits, the lower first. */
export function digitsOf(column: NumberColumn): readonly [Uint16Array, Uint16Array] {
  const upper = new Uint16Array(column.length);
  for (let row = 0; row < upper.length; row++) upper[row] = defined(column[row]) >>> 16;
  return [new Uint16Array(column), upper];
}

/**
 * Sorts rows by one list of keys after another. Rows of the same key stay in their order. Two arrays serve all passes:
 * new memory can take as long as a pass.
 */
export function sortedBy(keys: readonly Uint16Array[], rows: Uint32Array): Uint32Array {
  const [one, other] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
  return keys.reduce((sorted: Uint32Array, key) => {
    const into = sorted === one ? other : one;
    sortInto(into, sorted, key);
    return into;
  }, rows);
}

function sortInto(sorted: Uint32Array, rows: Uint32Array, keys: Uint16Array): void {
  const places = new Uint32Array(2 ** 16 + 1);
  for (let at = 0; at < rows.length; at++) {
    const next = defined(keys[defined(rows[at])]) + 1;
    places[next] = defined(places[next]) + 1;
  }
  for (let key = 1; key < places.length; key++) {
    places[key] = defined(places[key]) + defined(places[key - 1]);
  }
  for (let at = 0; at < rows.length; at++) {
    const row = defined(rows[at]);
    const key = defined(keys[row]);
    const place = defined(places[key]);
    sorted[place] = row;
    places[key] = place + 1;
  }
}

/** A column's values of some rows, in their order. */
export function valuesOf<Values extends NumberColumn>(column: Values, rows: Uint32Array): Values;
export function valuesOf(column: NumberColumn, rows: Uint32Array): NumberColumn {
  const values = column.slice(0, rows.length);
  for (let at = 0; at < rows.length; at++) values[at] = defined(column[defined(rows[at])]);
  return values;
}
