import type { DimensionName } from '../panels/dimensions.ts';
import type { PickedSalary } from '../panels/pay-group.ts';
import type { CountingPlan, GroupingPlan } from './plan.ts';
import { outside, rowGroups } from './row-groups.ts';
import { sortedRows, type SortedRows } from './sorted-rows.ts';
import { wantedRanks } from './wanted-ranks.ts';

/** The records of one group, by the few ranks that the statistics of panels ask for. */
export interface CountedGroup {
  readonly key: number;
  readonly records: number;
  /** What all of them earn together, in centavos. */
  readonly total: bigint;
  readonly picked: readonly PickedSalary[];
}

export interface CountedRows {
  /** Of the rows that pass every filter; null where the plan has none. */
  readonly distribution: { readonly centavos: Uint32Array; readonly counts: Int32Array } | null;
  readonly groups: ReadonlyMap<DimensionName, readonly CountedGroup[]>;
}

/**
 * Counts the salaries of rows by every grouping of a plan. The rows come in pieces of ClickHouse's Native format, with
 * `weight` (Int8) and `pay` (UInt32), the columns that groupings name, and `passes` where the plan has filters; a row
 * of weight −1 takes away an equal one of weight 1. They are sorted by salary once; then each grouping is two walks
 * upwards, for which counting to a rank is enough. Throws `UncountableRowsError` as `sortedRows` does.
 */
export function countRows(pieces: readonly Uint8Array[], plan: CountingPlan): CountedRows {
  const { everyFilter, mostRows } = plan;
  const rows = sortedRows(pieces, mostRows);
  const passing = (filters: number) =>
    everyFilter === 0 ? null : rowsPassing(rows.column('passes'), filters);
  return {
    distribution: plan.hasDistribution ? distributionOf(rows, passing(everyFilter)) : null,
    groups: new Map(
      plan.groupings.map((grouping) => [
        grouping.name,
        groupsOf(rows, grouping, passing(everyFilter & ~grouping.leavesOut)),
      ]),
    ),
  };
}

/** 1 for rows that pass all these filters. */
function rowsPassing(passes: Uint32Array, filters: number): Uint8Array {
  const passing = new Uint8Array(passes.length);
  for (let row = 0; row < passing.length; row++) {
    passing[row] = ((passes[row] ?? 0) & filters) === filters ? 1 : 0;
  }
  return passing;
}

type Passing = Uint8Array | null;

function distributionOf(rows: SortedRows, passing: Passing): CountedRows['distribution'] {
  const { pays, ends, weight } = rows;
  const counts = new Int32Array(pays.length);
  let row = 0;
  for (let code = 0; code < pays.length; code++) {
    let count = 0;
    for (const end = ends[code] ?? 0; row < end; row++) {
      if (passing === null || passing[row] === 1) count += weight[row] ?? 0;
    }
    counts[code] = count;
  }
  return {
    centavos: pays.filter((_, code) => (counts[code] ?? 0) > 0),
    counts: counts.filter((count) => count > 0),
  };
}

function groupsOf(rows: SortedRows, plan: GroupingPlan, passing: Passing): CountedGroup[] {
  const values = plan.column === null ? new Uint32Array(rows.length) : rows.column(plan.column);
  const { keys, places } = rowGroups(values, plan, passing);
  const { records, totals } = sums(rows, places, keys.length);
  const picked = pickedSalaries(rows, places, records);
  return keys
    .map((key, place) => ({
      key,
      records: records[place] ?? 0,
      total: BigInt(totals[place] ?? 0),
      picked: picked[place] ?? [],
    }))
    .filter((group) => group.records > 0);
}

/** How many records each group has, and what they earn together. */
function sums({ pays, ends, weight }: SortedRows, places: Uint16Array, groups: number) {
  const records = new Int32Array(groups);
  const totals = new Float64Array(groups);
  let row = 0;
  for (let code = 0; code < pays.length; code++) {
    const pay = pays[code] ?? 0;
    for (const end = ends[code] ?? 0; row < end; row++) {
      const place = places[row] ?? outside;
      if (place === outside) continue;
      const sign = weight[row] ?? 0;
      records[place] = (records[place] ?? 0) + sign;
      totals[place] = (totals[place] ?? 0) + sign * pay;
    }
  }
  return { records, totals };
}

/** More than there can be rows. */
const noRank = 2_147_483_647;

/**
 * The salaries of each group's wanted ranks. Within a salary the rows that take away come first, so that a group's
 * count falls there before it rises above where it stood: whatever rank it then reaches for the first time has it.
 */
function pickedSalaries(
  { pays, ends, weight }: SortedRows,
  places: Uint16Array,
  records: Int32Array,
): PickedSalary[][] {
  const picked: PickedSalary[][] = Array.from(records, () => []);
  const wanted = Array.from(records, wantedRanks);
  const next = Int32Array.from(wanted, ([first = noRank]) => first);
  const reached = new Int32Array(records.length);
  let row = 0;
  for (let code = 0; code < pays.length; code++) {
    for (const end = ends[code] ?? 0; row < end; row++) {
      const place = places[row] ?? outside;
      if (place === outside) continue;
      const rank = (reached[place] ?? 0) + (weight[row] ?? 0);
      reached[place] = rank;
      if (rank !== next[place]) continue;
      const own = picked[place] ?? [];
      own.push([pays[code] ?? 0, rank, rank]);
      next[place] = wanted[place]?.[own.length] ?? noRank;
    }
  }
  return picked;
}
