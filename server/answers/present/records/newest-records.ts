import { sum } from 'd3-array';
import type { PublishedRecord } from '../../../../shared/codes/record-columns.ts';
import type { LineRow } from '../../../platform/warehouse/layout.ts';
import { sharedNames } from '../../../platform/warehouse/schema.ts';
import type { QueryLimits, Sql, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { publishedRecord } from './record-texts.ts';
import type { IndexedRecordPlace, SortedIndex } from '../../index/sorted-index.ts';
import type { CountedPay } from '../../query/engine/counted-pay.ts';
import { otherState } from '../../query/filters/packed-codes.ts';
import { queryMonths, type SalaryQuery } from '../../query/salary-query.ts';
import { compareLines, recordsOf, shortOrder } from './records.ts';
import { countedRows } from '../../query/selection-sql.ts';

/** The sources, besides the warehouse, from which the first records of a query are found. */
export interface NearRecords {
  readonly index: SortedIndex;
  /** The counts of the same query, which run concurrently. */
  readonly counted: () => Promise<CountedPay>;
}

type WeighedRow = LineRow & { readonly weight: number };

/**
 * The first page of a query's records, equal to that of `recordsOf`. The month files give the occupations and months of
 * these records; cancelled lines are removed here.
 */
export async function newestRecords(
  warehouse: Warehouse,
  query: SalaryQuery,
  limit: number,
  limits: QueryLimits,
  { index, counted }: NearRecords,
): Promise<PublishedRecord[]> {
  const places = await index.firstRecords(query, limit, limits, counted);
  if (places?.length === 0) return [];
  const placed = places === null ? withinLastMonth(query) : withinPlaces(query, places);
  const all = places === null ? limit : sum(places, ({ records }) => records);
  const found = await firstOf(warehouse, placed, limit, limits);
  if (found.length === Math.min(limit, all)) return found.map(publishedRecord);
  return recordsOf(warehouse, query, { offset: 0, limit }, limits);
}

/** The query limited to the places of its first records. Its other records in these places are later in the order. */
function withinPlaces(query: SalaryQuery, places: readonly IndexedRecordPlace[]): PlacedQuery {
  const months = places.map(({ month }) => String(month)).toSorted();
  const states = new Set(places.map(({ state }) => state));
  return {
    ...query,
    period: { from: months[0] ?? '', to: months.at(-1) ?? '' },
    occupations: [...new Set(places.map(({ cbo }) => cbo))],
    family: null,
    states: states.has(otherState) ? null : [...states],
  };
}

interface PlacedQuery extends SalaryQuery {
  /** Codes; null for all states. */
  readonly states: readonly number[] | null;
}

/** Without month files: the last month nearly always has enough records, so the others are not read. */
function withinLastMonth(query: SalaryQuery): PlacedQuery {
  const last = queryMonths(query).at(-1) ?? '';
  return { ...query, period: { from: last, to: last }, states: null };
}

async function firstOf(
  warehouse: Warehouse,
  query: PlacedQuery,
  limit: number,
  limits: QueryLimits,
): Promise<LineRow[]> {
  const rows = await warehouse.rows<WeighedRow>(firstSql(query, limit * 2 + 50), limits);
  return withoutCancelled(rows.toSorted(compareLines)).slice(0, limit);
}

/** Sorts by few columns only, which is faster: with ties, equal rows stay together. */
function firstSql(query: PlacedQuery, atMost: number): Sql {
  const { clauses, params } = countedRows(query);
  const { states } = query;
  const inStates = states === null ? [] : ['uf in {placeStates:Array(UInt16)}'];
  const text = `
    select ${sharedNames}, weight
    from movements
    where ${[...clauses, ...inStates].join(' and ')}
    order by ${shortOrder}
    limit {atMost:UInt32} with ties`;
  return { text, params: { ...params, ...(states !== null && { placeStates: states }), atMost } };
}

/** Equal rows are adjacent: each row of weight −1 removes one. */
function withoutCancelled(rows: readonly WeighedRow[]): LineRow[] {
  const groups: WeighedRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && compareLines(row, group[0]) === 0) group.push(row);
    else groups.push([row]);
  }
  return groups.flatMap((group) => {
    const left = sum(group, ({ weight }) => weight);
    return group.slice(0, Math.max(0, left));
  });
}
