import { wholeColumns, type NumberColumn } from '../../warehouse/native-columns.ts';
import { payCodes } from './pay-codes.ts';
import type { GroupingPlan } from './plan.ts';
import { UncountableRowsError } from './uncountable.ts';

/** The rows of one piece of an answer. */
export interface CodedPart {
  /** The place of each row's salary among the distinct ones. */
  readonly codes: Uint32Array;
  readonly weight: NumberColumn;
  /** The bits of the filters that each row passes; null where there are none. */
  readonly passes: NumberColumn | null;
  readonly column: (name: string) => NumberColumn;
}

/** All rows that are to be counted. */
export interface CodedRows {
  readonly length: number;
  readonly parts: readonly CodedPart[];
  /** The salaries in centavos, ascending. */
  readonly distinct: Uint32Array;
}

/** Decodes the pieces. Throws `UncountableRowsError` for more rows than `mostRows`, and as `payCodes` does. */
export function codedRows(
  pieces: readonly Uint8Array[],
  { hasPasses, mostRows }: { readonly hasPasses: boolean; readonly mostRows: number },
): CodedRows {
  const tables = pieces.map(wholeColumns).filter(({ rows }) => rows > 0);
  const length = tables.reduce((sum, { rows }) => sum + rows, 0);
  if (length > mostRows) throw new UncountableRowsError(`There are more than ${mostRows} rows.`);
  const { distinct, codesOf } = payCodes(tables.map(({ column }) => column('pay')));
  const parts = tables.map(({ column }) => ({
    codes: codesOf(column('pay')),
    weight: column('weight'),
    passes: hasPasses ? column('passes') : null,
    column,
  }));
  return { length, parts, distinct };
}

/** What a grouping looks at in one part. */
export interface GroupedPart {
  readonly codes: Uint32Array;
  readonly weight: NumberColumn;
  readonly values: NumberColumn;
  /** 1 for the rows that the grouping is about; null for all. */
  readonly passing: Uint8Array | null;
}

/** The parts as a grouping sees them, whose rows must pass these filters. */
export function groupedParts(
  { parts }: CodedRows,
  { column: name }: Pick<GroupingPlan, 'column'>,
  filters: number,
): GroupedPart[] {
  return parts.map(({ codes, weight, passes, column }) => ({
    codes,
    weight,
    values: name === null ? new Uint8Array(codes.length) : column(name),
    passing: passes === null ? null : rowsPassing(passes, filters),
  }));
}

function rowsPassing(passes: NumberColumn, filters: number): Uint8Array {
  const passing = new Uint8Array(passes.length);
  for (let row = 0; row < passing.length; row++) {
    passing[row] = ((passes[row] ?? 0) & filters) === filters ? 1 : 0;
  }
  return passing;
}
