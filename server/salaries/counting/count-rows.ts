import type { DimensionName } from '../panels/dimensions.ts';
import { codedRows, groupedParts, type CodedRows, type GroupedPart } from './coded-rows.ts';
import { pickedGroup, type CountedGroup } from './picked-group.ts';
import type { CountingPlan, GroupingPlan } from './plan.ts';
import { keysOfRows, type RowKeys } from './row-keys.ts';

export interface CountedRows {
  /** Of the rows that pass every filter; null where the plan has none. */
  readonly distribution: { readonly centavos: number[]; readonly counts: number[] } | null;
  readonly groups: ReadonlyMap<DimensionName, readonly CountedGroup[]>;
}

/**
 * Counts the salaries of rows by every grouping of a plan. The rows come in pieces of ClickHouse's Native format, with
 * `weight` (Int8) and `pay` (UInt32), the columns that groupings name, and `passes` where the plan has filters; a row
 * of weight −1 takes away an equal one of weight 1. Throws `UncountableRowsError` as `codedRows` does.
 */
export function countRows(pieces: readonly Uint8Array[], plan: CountingPlan): CountedRows {
  const { everyFilter, mostRows } = plan;
  const rows = codedRows(pieces, { hasPasses: everyFilter !== 0, mostRows });
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

const everyone: RowKeys = { keys: [0], places: new Int32Array(1), shift: 0, mask: 0 };

function distributionOf(rows: CodedRows, everyFilter: number): CountedRows['distribution'] {
  const { distinct } = rows;
  const perCode = cellsOf(groupedParts(rows, { column: null }, everyFilter), everyone, distinct);
  const centavos: number[] = [];
  const counts: number[] = [];
  for (let code = 0; code < perCode.length; code++) {
    const count = perCode[code] ?? 0;
    if (count <= 0) continue;
    centavos.push(distinct[code] ?? 0);
    counts.push(count);
  }
  return { centavos, counts };
}

function groupsOf(rows: CodedRows, plan: GroupingPlan, filters: number): CountedGroup[] {
  const parts = groupedParts(rows, plan, filters);
  const keys = keysOfRows(parts, plan);
  // A cell costs less than a row's turn in the sort, but most of very many would be empty.
  return keys.keys.length * rows.distinct.length <= rows.length * 8 + 1024
    ? countedInCells(parts, keys, rows.distinct)
    : countedSorted(parts, keys, rows);
}

/** A counter for every salary of every group, group by group. */
function cellsOf(parts: readonly GroupedPart[], keys: RowKeys, distinct: Uint32Array): Int32Array {
  const cells = new Int32Array(keys.keys.length * distinct.length);
  for (const part of parts) countPart(part, keys, { cells, width: distinct.length });
  return cells;
}

function countPart(
  { codes, weight, values, passing }: GroupedPart,
  { places, shift, mask }: RowKeys,
  { cells, width }: { readonly cells: Int32Array; readonly width: number },
): void {
  for (let row = 0; row < codes.length; row++) {
    if (passing !== null && passing[row] === 0) continue;
    const place = places[((values[row] ?? 0) >>> shift) & mask] ?? 0;
    const cell = place * width + (codes[row] ?? 0);
    cells[cell] = (cells[cell] ?? 0) + (weight[row] ?? 0);
  }
}

function countedInCells(
  parts: readonly GroupedPart[],
  keys: RowKeys,
  distinct: Uint32Array,
): CountedGroup[] {
  const cells = cellsOf(parts, keys, distinct);
  const width = distinct.length;
  return keys.keys
    .map((key, place) =>
      pickedGroup(key, distinct, cells.subarray(place * width, (place + 1) * width)),
    )
    .filter(({ records }) => records > 0);
}

/** The rows sorted by group and salary, so that equal ones stand together. */
function countedSorted(
  parts: readonly GroupedPart[],
  keys: RowKeys,
  { length, distinct }: CodedRows,
): CountedGroup[] {
  const entries = new Float64Array(length);
  let used = 0;
  for (const part of parts) used += enter(part, keys, distinct.length, entries.subarray(used));
  return groupsOfSorted(entries.subarray(0, used).toSorted(), keys.keys, distinct);
}

/** Writes an entry for every row; answers how many. Its last bit tells rows that take away from those that add. */
function enter(
  { codes, weight, values, passing }: GroupedPart,
  { places, shift, mask }: RowKeys,
  width: number,
  entries: Float64Array,
): number {
  let used = 0;
  for (let row = 0; row < codes.length; row++) {
    if (passing !== null && passing[row] === 0) continue;
    const place = places[((values[row] ?? 0) >>> shift) & mask] ?? 0;
    entries[used++] = (place * width + (codes[row] ?? 0)) * 2 + (weight[row] === -1 ? 1 : 0);
  }
  return used;
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
