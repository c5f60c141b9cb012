import { wholeColumns, type NumberColumn } from '../../warehouse/native-columns.ts';
import type { DimensionName } from '../panels/dimensions.ts';
import { keysOfRows, type RowKeys } from './row-keys.ts';
import { payCodes, type PayCodes } from './pay-codes.ts';
import { pickedGroup, type CountedGroup } from './picked-group.ts';
import { UncountableRowsError } from './uncountable.ts';

/** A grouping of rows by the number that some bits of a column hold. */
export interface GroupingPlan {
  readonly name: DimensionName;
  /** One group of all rows where there is none. */
  readonly column: string | null;
  readonly shift: number;
  readonly mask: number;
  /** The bit in `passes` of the filter that this grouping leaves out; 0 for none. */
  readonly leavesOut: number;
}

/** What is to be counted of the rows that a question brought. */
export interface CountingPlan {
  readonly groupings: readonly GroupingPlan[];
  /** The bits that a row has in `passes` when it passes every filter; 0 where there is no such column. */
  readonly everyFilter: number;
  readonly hasDistribution: boolean;
  /** More rows are not counted. */
  readonly mostRows: number;
}

export interface CountedRows {
  /** Of the rows that pass every filter; null where the plan has none. */
  readonly distribution: { readonly centavos: number[]; readonly counts: number[] } | null;
  readonly groups: ReadonlyMap<DimensionName, readonly CountedGroup[]>;
}

interface CodedRows extends PayCodes {
  readonly weight: NumberColumn;
  /** For the bits of some filters, which rows pass them: 1 or 0; null where all do. */
  readonly passing: (filters: number) => Uint8Array | null;
  readonly column: (name: string) => NumberColumn;
}

/**
 * Counts the salaries of rows by every grouping of a plan. The rows have `weight` (Int8) and `pay` (UInt32), the
 * columns that groupings name, and `passes` where the plan has filters; a row of weight −1 takes away an equal one
 * of weight 1. Throws `UncountableRowsError` for too many rows and for salaries beyond the column.
 */
export function countRows(bytes: Uint8Array, plan: CountingPlan): CountedRows {
  const { rows: length, column } = wholeColumns(bytes);
  const { everyFilter, mostRows } = plan;
  if (length > mostRows) throw new UncountableRowsError(`There are more than ${mostRows} rows.`);
  const rows: CodedRows = {
    ...payCodes(column('pay')),
    weight: column('weight'),
    passing: (filters) => (everyFilter === 0 ? null : rowsPassing(column('passes'), filters)),
    column,
  };
  return {
    distribution: plan.hasDistribution ? distributionOf(rows, everyFilter) : null,
    groups: new Map(
      plan.groupings.map((grouping) => [
        grouping.name,
        groupsOf(rows, grouping, everyFilter & ~grouping.leavesOut),
      ]),
    ),
  };
}

function rowsPassing(passes: NumberColumn, filters: number): Uint8Array {
  const passing = new Uint8Array(passes.length);
  for (let row = 0; row < passing.length; row++) {
    passing[row] = ((passes[row] ?? 0) & filters) === filters ? 1 : 0;
  }
  return passing;
}

function distributionOf(rows: CodedRows, everyFilter: number): CountedRows['distribution'] {
  const everyone = { places: new Int32Array(1), keys: [0], shift: 0, mask: 0 };
  const perCode = cellsOf(
    rows,
    new Uint8Array(rows.codes.length),
    everyone,
    rows.passing(everyFilter),
  );
  const centavos: number[] = [];
  const counts: number[] = [];
  for (let code = 0; code < perCode.length; code++) {
    const count = perCode[code] ?? 0;
    if (count <= 0) continue;
    centavos.push(rows.distinct[code] ?? 0);
    counts.push(count);
  }
  return { centavos, counts };
}

function groupsOf(rows: CodedRows, plan: GroupingPlan, filters: number): CountedGroup[] {
  const values =
    plan.column === null ? new Uint8Array(rows.codes.length) : rows.column(plan.column);
  const passing = rows.passing(filters);
  const keys = keysOfRows(values, plan, passing);
  const cells = keys.keys.length * rows.distinct.length;
  // A cell costs less than a row's turn in the sort, but most of very many would be empty.
  return cells <= rows.codes.length * 8 + 1024
    ? countedInCells(rows, values, keys, passing)
    : countedSorted(rows, values, keys, passing);
}

type Passing = Uint8Array | null;

/** A counter for every salary of every group, group by group. */
function cellsOf(
  rows: CodedRows,
  values: NumberColumn,
  keys: RowKeys,
  passing: Passing,
): Int32Array {
  const { codes, weight } = rows;
  const { places, shift, mask } = keys;
  const width = rows.distinct.length;
  const cells = new Int32Array(keys.keys.length * width);
  for (let row = 0; row < codes.length; row++) {
    if (passing !== null && passing[row] === 0) continue;
    const place = places[((values[row] ?? 0) >>> shift) & mask] ?? 0;
    const cell = place * width + (codes[row] ?? 0);
    cells[cell] = (cells[cell] ?? 0) + (weight[row] ?? 0);
  }
  return cells;
}

function countedInCells(
  rows: CodedRows,
  values: NumberColumn,
  keys: RowKeys,
  passing: Passing,
): CountedGroup[] {
  const cells = cellsOf(rows, values, keys, passing);
  const width = rows.distinct.length;
  return keys.keys
    .map((key, place) =>
      pickedGroup(key, rows.distinct, cells.subarray(place * width, (place + 1) * width)),
    )
    .filter(({ records }) => records > 0);
}

/** The rows sorted by group and salary, so that equal ones stand together. */
function countedSorted(
  rows: CodedRows,
  values: NumberColumn,
  { keys, places, shift, mask }: RowKeys,
  passing: Passing,
): CountedGroup[] {
  const { codes, weight, distinct } = rows;
  const width = distinct.length;
  const entries = new Float64Array(codes.length);
  let length = 0;
  for (let row = 0; row < codes.length; row++) {
    if (passing !== null && passing[row] === 0) continue;
    const place = places[((values[row] ?? 0) >>> shift) & mask] ?? 0;
    // The last bit tells rows that take away from those that add.
    entries[length++] = (place * width + (codes[row] ?? 0)) * 2 + (weight[row] === -1 ? 1 : 0);
  }
  return groupsOfSorted(entries.subarray(0, length).toSorted(), keys, distinct);
}

function groupsOfSorted(
  sorted: Float64Array,
  keys: readonly number[],
  distinct: Uint32Array,
): CountedGroup[] {
  const width = distinct.length;
  const groups: CountedGroup[] = [];
  let at = 0;
  while (at < sorted.length) {
    const place = Math.floor((sorted[at] ?? 0) / 2 / width);
    const end = endOfGroup(sorted, at, (place + 1) * width * 2);
    const { pays, counts } = runsOf(sorted.subarray(at, end), place * width, distinct);
    const group = pickedGroup(keys[place] ?? 0, pays, counts);
    if (group.records > 0) groups.push(group);
    at = end;
  }
  return groups;
}

function endOfGroup(sorted: Float64Array, from: number, next: number): number {
  let end = from;
  while (end < sorted.length && (sorted[end] ?? 0) < next) end++;
  return end;
}

/** A group's distinct salaries, ascending, and how many rows each has. */
function runsOf(entries: Float64Array, first: number, distinct: Uint32Array) {
  const pays = new Uint32Array(entries.length);
  const counts = new Int32Array(entries.length);
  let length = 0;
  let before = -1;
  for (const entry of entries) {
    const code = Math.floor(entry / 2) - first;
    if (code !== before) {
      pays[length++] = distinct[code] ?? 0;
      before = code;
    }
    counts[length - 1] = (counts[length - 1] ?? 0) + (entry % 2 === 0 ? 1 : -1);
  }
  return { pays: pays.subarray(0, length), counts: counts.subarray(0, length) };
}
