import {
  wholeColumns,
  type NumberColumn,
  type WholeColumns,
} from '../../warehouse/native-columns.ts';
import { payCodes } from './pay-codes.ts';
import { UncountableRowsError } from './uncountable.ts';

/** Rows from the lowest salary to the highest; among equal salaries those that take others away come first. */
export interface SortedRows {
  readonly length: number;
  /** The distinct salaries in centavos, ascending. */
  readonly pays: Uint32Array;
  /** Where the rows of each distinct salary end. */
  readonly ends: Uint32Array;
  /** 1 or −1, row by row. */
  readonly weight: Int8Array;
  /** A column in the rows' order; sorted when it is first asked for. */
  readonly column: (name: string) => Uint32Array;
}

/**
 * Sorts the rows of some pieces. Throws `UncountableRowsError` for more rows than `mostRows`, for salaries that the
 * column cannot hold, and where all salaries together are beyond what a double holds.
 */
export function sortedRows(pieces: readonly Uint8Array[], mostRows: number): SortedRows {
  const tables = pieces.map(wholeColumns).filter(({ rows }) => rows > 0);
  const length = tables.reduce((sum, { rows }) => sum + rows, 0);
  if (length > mostRows) throw new UncountableRowsError(`There are more than ${mostRows} rows.`);
  const { distinct: pays, codes } = payCodes(tables.map(({ column }) => column('pay')));
  if (length * (pays.at(-1) ?? 0) > Number.MAX_SAFE_INTEGER) {
    throw new UncountableRowsError('All salaries together may be beyond what is counted exactly.');
  }
  const weights = tables.map(({ column }) => column('weight'));
  const ends = endsOf(codes, pays.length);
  const places = placesOf(codes, weights, ends);
  const weight = inOrder(tables, 'weight', { places, sorted: new Int8Array(length) });
  const sorted = new Map<string, Uint32Array>();
  const column = (name: string) => {
    const known =
      sorted.get(name) ?? inOrder(tables, name, { places, sorted: new Uint32Array(length) });
    sorted.set(name, known);
    return known;
  };
  return { length, pays, ends, weight, column };
}

function endsOf(codes: readonly Uint32Array[], distinct: number): Uint32Array {
  const ends = new Uint32Array(distinct);
  for (const part of codes) {
    for (let row = 0; row < part.length; row++) {
      const code = part[row] ?? 0;
      ends[code] = (ends[code] ?? 0) + 1;
    }
  }
  for (let code = 1; code < distinct; code++)
    ends[code] = (ends[code] ?? 0) + (ends[code - 1] ?? 0);
  return ends;
}

/** Where each row goes. */
function placesOf(
  codes: readonly Uint32Array[],
  weights: readonly NumberColumn[],
  ends: Uint32Array,
): Uint32Array[] {
  const next = Uint32Array.from(ends, (_, code) => ends[code - 1] ?? 0);
  const places = codes.map(({ length }) => new Uint32Array(length));
  for (const wanted of [-1, 1]) {
    for (const [index, part] of codes.entries()) {
      const own = { codes: part, weight: weights[index] ?? part, places: places[index] ?? part };
      place(own, wanted, next);
    }
  }
  return places;
}

function place(
  part: {
    readonly codes: Uint32Array;
    readonly weight: NumberColumn;
    readonly places: Uint32Array;
  },
  wanted: number,
  next: Uint32Array,
): void {
  const { codes, weight, places } = part;
  for (let row = 0; row < codes.length; row++) {
    if (weight[row] !== wanted) continue;
    const code = codes[row] ?? 0;
    const at = next[code] ?? 0;
    places[row] = at;
    next[code] = at + 1;
  }
}

/** Writes a column's values where the rows go. */
function inOrder<Sorted extends Int8Array | Uint32Array>(
  tables: readonly WholeColumns[],
  name: string,
  { places, sorted }: { readonly places: readonly Uint32Array[]; readonly sorted: Sorted },
): Sorted {
  for (const [index, { column }] of tables.entries()) {
    scatter(column(name), places[index] ?? noPlaces, sorted);
  }
  return sorted;
}

const noPlaces = new Uint32Array();

function scatter(column: NumberColumn, places: Uint32Array, sorted: Int8Array | Uint32Array): void {
  for (let row = 0; row < places.length; row++) sorted[places[row] ?? 0] = column[row] ?? 0;
}
