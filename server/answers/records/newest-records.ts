import type { PublishedRecord } from '../../../shared/codes/salary-record.ts';
import { sharedNames } from '../../platform/warehouse/schema.ts';
import type { QueryLimits, Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { lowestOccupations } from '../counting/occupation-ranges.ts';
import type { Condition } from '../filters/line-filter.ts';
import { publishedRecord, type RecordRow } from './record-texts.ts';
import type { RecordPlace } from '../ranked/find-records.ts';
import { recordPlaces, type NearRecords } from '../ranked/record-places.ts';
import { otherState } from '../small-codes.ts';
import { askedMonths, type Question } from '../question.ts';
import { recordsOf, wholeOrder } from './records.ts';
import { countedRows, together } from '../selection-sql.ts';

type WeighedRow = RecordRow & { readonly weight: number };

/**
 * The first page of a question's records, the same as `recordsOf` has it. The files of the months tell in which
 * occupations of which months they are; cancelled lines are taken out here.
 */
export async function newestRecords(
  warehouse: Warehouse,
  question: Question,
  limit: number,
  limits: QueryLimits,
  near?: NearRecords,
): Promise<PublishedRecord[]> {
  const places = near === undefined ? null : await recordPlaces(question, limit, near, limits);
  if (places === null) return recordsByGuess(warehouse, question, limit, limits);
  if (places.length === 0) return [];
  const all = places.reduce((sum, { records }) => sum + records, 0);
  const asked = { corner: cornerOf(places), limit };
  const found = await recordsInCorner(warehouse, withinMonths(question, places), asked, limits);
  if (found.length === Math.min(limit, all)) return found.map(publishedRecord);
  return recordsOf(warehouse, question, { offset: 0, limit }, limits);
}

/** Whatever else these conditions let pass comes later in the order. */
function cornerOf(places: readonly RecordPlace[]): Condition[] {
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

/** The question about no other months than those of its first records. */
function withinMonths(question: Question, places: readonly RecordPlace[]): Question {
  const months = places.map(({ month }) => String(month)).toSorted();
  return { ...question, period: { from: months[0] ?? '', to: months.at(-1) ?? '' } };
}

/**
 * The same without the files. Nearly always the last month has enough of them, and without an occupation its lowest
 * ones, so the others are not read.
 */
async function recordsByGuess(
  warehouse: Warehouse,
  question: Question,
  limit: number,
  limits: QueryLimits,
): Promise<PublishedRecord[]> {
  const isAboutAll = question.occupations === null && question.family === null;
  const ofMonth = {
    clause: 'month = {lastMonth:UInt32}',
    params: { lastMonth: Number(askedMonths(question).at(-1) ?? 0) },
  };
  const corners: Condition[][] = [
    ...(isAboutAll ? [[ofMonth, await lowestOccupations(warehouse, question, limits)]] : []),
    [ofMonth],
  ];
  for (const corner of corners) {
    const found = await recordsInCorner(warehouse, question, { corner, limit }, limits);
    if (found.length === limit) return found.map(publishedRecord);
  }
  return recordsOf(warehouse, question, { offset: 0, limit }, limits);
}

interface Asked {
  /** A place that has the first records. */
  readonly corner: readonly Condition[];
  readonly limit: number;
}

async function recordsInCorner(
  warehouse: Warehouse,
  question: Question,
  { corner, limit }: Asked,
  limits: QueryLimits,
): Promise<RecordRow[]> {
  const atMost = limit * 2 + 50;
  const rows = await warehouse.rows<WeighedRow>(cornerSql(question, corner, atMost), limits);
  return withoutCancelled(rows, rows.length < atMost).slice(0, limit);
}

function cornerSql(question: Question, corner: readonly Condition[], atMost: number): Sql {
  const { clauses, params } = countedRows(question);
  const own = together(corner);
  const text = `
    select ${sharedNames}, weight
    from movements
    where ${[...clauses, ...own.clauses].join(' and ')}
    order by ${wholeOrder}
    limit {atMost:UInt32}`;
  return { text, params: { ...params, ...own.params, atMost } };
}

/** Equal rows stand together: each of weight −1 takes one away. What is cut off at the end is not told. */
function withoutCancelled(rows: readonly WeighedRow[], isWhole: boolean): RecordRow[] {
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
