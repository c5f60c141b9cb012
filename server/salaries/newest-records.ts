import type { PublishedRecord } from '../../shared/salary-record.ts';
import { sharedNames } from '../warehouse/schema.ts';
import type { QueryLimits, Sql, Warehouse } from '../warehouse/warehouse.ts';
import { lowestOccupations } from './counting/occupation-ranges.ts';
import type { Condition } from './filter-sql.ts';
import { publishedRecord, type RecordRow } from './published-record.ts';
import { askedMonths, type Question } from './question.ts';
import { recordsOf, wholeOrder } from './records.ts';
import { countedRows } from './selection-sql.ts';

type WeighedRow = RecordRow & { readonly weight: number };

/**
 * The first page of a question's records, the same as `recordsOf` has it. Nearly always the last month has enough of
 * them, and without an occupation its lowest ones, so the others are not read; cancelled lines are taken out here.
 */
export async function newestRecords(
  warehouse: Warehouse,
  question: Question,
  limit: number,
  limits: QueryLimits,
): Promise<PublishedRecord[]> {
  const isAboutAll = question.occupations === null && question.family === null;
  const corners: Condition[] = [
    ...(isAboutAll ? [await lowestOccupations(warehouse, question, limits)] : []),
    { clause: '1', params: {} },
  ];
  for (const corner of corners) {
    const found = await recordsInCorner(warehouse, question, { corner, limit }, limits);
    if (found.length === limit) return found.map(publishedRecord);
  }
  return recordsOf(warehouse, question, { offset: 0, limit }, limits);
}

interface Asked {
  /** A smaller place of the last month. */
  readonly corner: Condition;
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

function cornerSql(question: Question, corner: Condition, atMost: number): Sql {
  const { clauses, params } = countedRows(question);
  const text = `
    select ${sharedNames}, weight
    from movements
    where ${[...clauses, 'month = {lastMonth:UInt32}', corner.clause].join(' and ')}
    order by ${wholeOrder}
    limit {atMost:UInt32}`;
  const lastMonth = Number(askedMonths(question).at(-1) ?? 0);
  return { text, params: { ...params, ...corner.params, atMost, lastMonth } };
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
