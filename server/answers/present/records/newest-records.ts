import type { PublishedRecord } from '../../../../shared/codes/record-columns.ts';
import type { LineRow } from '../../../platform/warehouse/layout.ts';
import { sharedNames } from '../../../platform/warehouse/schema.ts';
import type { QueryLimits, Sql, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { Condition } from '../../query/filters/line-filter.ts';
import { publishedRecord } from './record-texts.ts';
import type { IndexedRecordPlace, SortedIndex } from '../../index/sorted-index.ts';
import type { CountedPay } from '../../query/engine/counted-pay.ts';
import { otherState } from '../../query/filters/packed-codes.ts';
import { queryMonths, type SalaryQuery } from '../../query/salary-query.ts';
import { recordsOf, wholeOrder } from './records.ts';
import { countedRows, joinConditions } from '../../query/selection-sql.ts';

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
  near?: NearRecords,
): Promise<PublishedRecord[]> {
  const places =
    near === undefined ? null : await near.index.records(query, limits).first(limit, near.counted);
  if (places === null) return recordsByGuess(warehouse, query, limit, limits);
  if (places.length === 0) return [];
  const all = places.reduce((sum, { records }) => sum + records, 0);
  const requested = { corner: cornerOf(places), limit };
  const found = await recordsInCorner(warehouse, withinMonths(query, places), requested, limits);
  if (found.length === Math.min(limit, all)) return found.map(publishedRecord);
  return recordsOf(warehouse, query, { offset: 0, limit }, limits);
}

/** Conditions on the places of the first records. Other records that meet them come later in the order. */
function cornerOf(places: readonly IndexedRecordPlace[]): Condition[] {
  const states = new Set(places.map(({ state }) => state));
  return [
    {
      clause: 'cbo in {placeCodes:Array(UInt32)} and month in {placeMonths:Array(UInt32)}',
      params: {
        placeCodes: [...new Set(places.map(({ cbo }) => cbo))],
        placeMonths: [...new Set(places.map(({ month }) => month))],
      },
    },
    ...(states.has(otherState)
      ? []
      : [{ clause: 'uf in {placeStates:Array(UInt16)}', params: { placeStates: [...states] } }]),
  ];
}

/** The query limited to the months of its first records. */
function withinMonths(query: SalaryQuery, places: readonly IndexedRecordPlace[]): SalaryQuery {
  const months = places.map(({ month }) => String(month)).toSorted();
  return { ...query, period: { from: months[0] ?? '', to: months.at(-1) ?? '' } };
}

/** The same without month files: the last month nearly always has enough records, so the others are not read. */
async function recordsByGuess(
  warehouse: Warehouse,
  query: SalaryQuery,
  limit: number,
  limits: QueryLimits,
): Promise<PublishedRecord[]> {
  const ofMonth = {
    clause: 'month = {lastMonth:UInt32}',
    params: { lastMonth: Number(queryMonths(query).at(-1) ?? 0) },
  };
  const found = await recordsInCorner(warehouse, query, { corner: [ofMonth], limit }, limits);
  if (found.length === limit) return found.map(publishedRecord);
  return recordsOf(warehouse, query, { offset: 0, limit }, limits);
}

interface Asked {
  /** Conditions that select the first records. */
  readonly corner: readonly Condition[];
  readonly limit: number;
}

async function recordsInCorner(
  warehouse: Warehouse,
  query: SalaryQuery,
  { corner, limit }: Asked,
  limits: QueryLimits,
): Promise<LineRow[]> {
  const atMost = limit * 2 + 50;
  const rows = await warehouse.rows<WeighedRow>(cornerSql(query, corner, atMost), limits);
  return withoutCancelled(rows, rows.length < atMost).slice(0, limit);
}

function cornerSql(query: SalaryQuery, corner: readonly Condition[], atMost: number): Sql {
  const { clauses, params } = countedRows(query);
  const own = joinConditions(corner);
  const text = `
    select ${sharedNames}, weight
    from movements
    where ${[...clauses, ...own.clauses].join(' and ')}
    order by ${wholeOrder}
    limit {atMost:UInt32}`;
  return { text, params: { ...params, ...own.params, atMost } };
}

/** Equal rows are adjacent: each row of weight −1 removes one. A group that the limit may have cut off is dropped. */
function withoutCancelled(rows: readonly WeighedRow[], isWhole: boolean): LineRow[] {
  const groups: WeighedRow[][] = [];
  let last = '';
  for (const row of rows) {
    const key = JSON.stringify({ ...row, weight: 0 });
    if (key === last) groups.at(-1)?.push(row);
    else groups.push([row]);
    last = key;
  }
  return (isWhole ? groups : groups.slice(0, -1)).flatMap((group) =>
    group.slice(
      0,
      Math.max(
        0,
        group.reduce((sum, { weight }) => sum + weight, 0),
      ),
    ),
  );
}
