import type { PublishedRecord } from '../../shared/salary-record.ts';
import { sharedNames } from '../warehouse/schema.ts';
import type { QueryLimits, Sql, Warehouse } from '../warehouse/warehouse.ts';
import { publishedRecord, type RecordRow } from './published-record.ts';
import { askedMonths, type Question } from './question.ts';
import { recordsOf, wholeOrder } from './records.ts';
import { countedRows } from './selection-sql.ts';

type WeighedRow = RecordRow & { readonly weight: number };

/** A smaller place to look first, where the newest records must be if there are enough of them. */
type Corner = 'first state of the last month' | 'last month';

/** IBGE's lowest code of a state. */
const firstState = 11;

/**
 * The first page of a question's records, the same as `recordsOf` has it. Nearly always the last month has enough of
 * them, so the others are not read; cancelled lines are taken out here.
 */
export async function newestRecords(
  warehouse: Warehouse,
  question: Question,
  limit: number,
  limits: QueryLimits,
): Promise<PublishedRecord[]> {
  for (const corner of cornersOf(question)) {
    const found = await recordsInCorner(warehouse, question, { corner, limit }, limits);
    if (found.length === limit) return found.map(publishedRecord);
  }
  return recordsOf(warehouse, question, { offset: 0, limit }, limits);
}

function cornersOf({ occupations, family }: Question): Corner[] {
  const isAboutAll = occupations === null && family === null;
  return [...(isAboutAll ? (['first state of the last month'] as const) : []), 'last month'];
}

interface Asked {
  readonly corner: Corner;
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

function cornerSql(question: Question, corner: Corner, atMost: number): Sql {
  const { clauses, params } = countedRows(question);
  const within = corner === 'last month' ? [] : [`uf <= ${firstState}`];
  const text = `
    select ${sharedNames}, weight
    from movements
    where ${[...clauses, 'month = {lastMonth:UInt32}', ...within].join(' and ')}
    order by ${wholeOrder}
    limit {atMost:UInt32}`;
  return {
    text,
    params: { ...params, atMost, lastMonth: Number(askedMonths(question).at(-1) ?? 0) },
  };
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
