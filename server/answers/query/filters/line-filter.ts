import type { SearchFilters } from '../../../../shared/contracts/search.ts';
import type { SqlValue } from '../../../platform/warehouse/warehouse.ts';
import type { Band, PackedCodeName } from './packed-codes.ts';

/** A condition in SQL with the values of its parameters. */
export interface Condition {
  readonly clause: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

/** A test of a filter on the month files: which of their codes pass. A line must pass all tests of a filter. */
export type FileTest =
  | { readonly code: PackedCodeName; readonly passes: (code: number) => boolean }
  | { readonly column: 'municipality' | 'subclass'; readonly codes: readonly number[] };

export interface LineFilter<Value> {
  /** The filter's value in the lines' codes; null if it is not set. Throws `AppError` 400 with the field's name. */
  readonly resolve: (filters: SearchFilters) => Value | null;
  /** In SQL, on the warehouse's columns. */
  readonly condition: (value: Value) => Condition;
  /** On month files; null if they cannot evaluate the filter: then the engine runs every query with it. */
  readonly tests: ((value: Value) => readonly FileTest[]) | null;
}

export const numberFilter = (
  requested: (filters: SearchFilters) => number | string | undefined,
  { column, type, code }: { column: string; type: string; code: PackedCodeName | null },
): LineFilter<number> => ({
  resolve: (filters) => {
    const value = requested(filters);
    return value === undefined ? null : Number(value);
  },
  condition: (value) => equal(column, type, value),
  tests: code === null ? null : (value) => [{ code, passes: (own) => own === value }],
});

export const equal = (column: string, type: string, value: SqlValue): Condition => ({
  clause: `${column} = {${column}:${type}}`,
  params: { [column]: value },
});

/** The column has one of the codes; `name` is that of the parameter. */
export const among = (
  column: string,
  name: string,
  type: string,
  codes: readonly number[],
): Condition => ({
  clause: `${column} in {${name}:Array(${type})}`,
  params: { [name]: codes },
});

export function between(column: string, type: string, { from, to }: Band): Condition {
  const [first, last] = [`${column}From`, `${column}To`];
  return to === null
    ? { clause: `${column} >= {${first}:${type}}`, params: { [first]: from } }
    : {
        clause: `${column} between {${first}:${type}} and {${last}:${type}}`,
        params: { [first]: from, [last]: to },
      };
}

/** An empty list counts as a missing one: no filter. */
export function numbersOf(codes: readonly string[] | undefined): number[] | null {
  return codes === undefined || codes.length === 0 ? null : codes.map(Number);
}
