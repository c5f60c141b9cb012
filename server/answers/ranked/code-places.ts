import type { NumberColumn } from '../../platform/warehouse/native-columns.ts';

/** The codes of the official tables have at most seven digits; the few others, such as for an empty text, are told apart one by one. */
const usualCodes = 10_000_000;
const mostCodes = 65_536;

/** The distinct codes of some columns, ascending. Throws for more than a place of 16 bits tells apart. */
export function codesOf(columns: readonly NumberColumn[]): Uint32Array {
  const isThere = new Uint8Array(usualCodes);
  const others = new Set<number>();
  for (const column of columns) {
    for (let row = 0; row < column.length; row++) {
      const code = column[row] ?? 0;
      if (code < usualCodes) isThere[code] = 1;
      else others.add(code);
    }
  }
  const codes: number[] = [];
  for (let code = isThere.indexOf(1); code !== -1; code = isThere.indexOf(1, code + 1)) {
    codes.push(code);
  }
  codes.push(...[...others].toSorted((a, b) => a - b));
  if (codes.length > mostCodes) throw new RangeError(`A column has ${codes.length} codes.`);
  return Uint32Array.from(codes);
}

/** The place of each of a column's codes among all. */
export function placesOf(column: NumberColumn, codes: Uint32Array): Uint16Array {
  const usual = new Uint16Array(usualCodes);
  const others = new Map<number, number>();
  for (const [place, code] of codes.entries()) {
    if (code < usualCodes) usual[code] = place;
    else others.set(code, place);
  }
  const places = new Uint16Array(column.length);
  for (let row = 0; row < column.length; row++) {
    const code = column[row] ?? 0;
    places[row] = code < usualCodes ? (usual[code] ?? 0) : (others.get(code) ?? 0);
  }
  return places;
}
