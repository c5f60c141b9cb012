import type { Direction, RecordsOrder } from '../../../../shared/contracts/records.ts';
import type {
  PublishedColumnName,
  PublishedRecord,
} from '../../../../shared/codes/record-columns.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { lineColumns, type ColumnName, type LineRow } from '../../../platform/warehouse/layout.ts';
import { sharedNames } from '../../../platform/warehouse/schema.ts';
import type {
  QueryLimits,
  RowForm,
  Sql,
  Warehouse,
} from '../../../platform/warehouse/warehouse.ts';
import { publishedRecord, recordTexts, type NamedText } from './record-texts.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { sortKey, type SqlColumn } from './record-sorts.ts';
import type { Condition } from '../../query/filters/line-filter.ts';
import { countedRows } from '../../query/selection-sql.ts';
import { partWithPage, type OrderKey } from './part-with-page.ts';
import { harmlessText } from '../../../../shared/words/harmless-text.ts';

export type RecordForm = Exclude<RowForm, 'columns'>;

const newestFirst: RecordsOrder = { sort: 'competencia', direction: 'desc' };

/** A page of the records counted, in an order that does not change between pages of one release. */
export async function recordsOf(
  warehouse: Warehouse,
  query: SalaryQuery,
  {
    offset,
    limit,
    order = newestFirst,
    toColumns = publishedRecord,
  }: {
    readonly offset: number;
    readonly limit: number;
    readonly order?: RecordsOrder;
    readonly toColumns?: (row: LineRow) => PublishedRecord;
  },
  limits: QueryLimits,
): Promise<PublishedRecord[]> {
  const part = await partWithPage(warehouse, query, firstKeys(order), { offset, limit }, limits);
  if (part === null) return [];
  const { text, params } = orderedSql(query, order, part.conditions);
  const rows = await warehouse.rows<LineRow>(
    {
      text: `${text}
    limit {limit:UInt32} offset {offset:UInt64}`,
      params: { ...params, offset: part.offset, limit },
    },
    limits,
  );
  return rows.map((row) => toColumns(row));
}

/** Above this many bytes, the engine sorts on disk. */
const sortBytesInMemory = 512 * 1024 ** 2;

export interface WrittenRecords {
  readonly columns: readonly PublishedColumnName[];
  readonly form: RecordForm;
  /** Text of an additional first column, which labels the records. */
  readonly label?: string;
}

/** All the records counted, in the order of the pages, in constant memory. A chunk may end within a record. */
export function recordBytes(
  warehouse: Warehouse,
  query: SalaryQuery,
  { columns, form, label }: WrittenRecords,
  limits: QueryLimits,
): AsyncIterable<Uint8Array> {
  const ordered = orderedSql(query, newestFirst);
  const written = columns.map((name) => writtenColumn(name, form));
  const list = [
    ...(label === undefined ? [] : ['{label:String}']),
    ...written.map(({ sql }) => sql),
  ];
  const sql = {
    text: `
    select ${list.join(',\n      ')}
    from (${ordered.text}
    )
    settings max_bytes_before_external_sort = ${sortBytesInMemory}`,
    params: Object.assign(
      { ...ordered.params, ...(label !== undefined && { label }) },
      ...written.map(({ params }) => params),
    ),
  };
  return warehouse.bytes(sql, form, limits);
}

const newline = 0x0a;

/** How many of the written records end in a chunk; no published text contains a newline. */
export function recordsEndingIn(chunk: Uint8Array): number {
  let ends = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) ends += 1;
  return ends;
}

const leading: readonly ColumnName[] = ['month', 'cbo', 'uf', 'municipality', 'balance', 'salary'];
const ordered = [...leading, ...keysOf(lineColumns).filter((name) => !leading.includes(name))];

/** Newest first. Records that are equal in every column are interchangeable, so an order over all columns is total. */
const wholeOrder = ordered.map((name) => `${name} ${directionOf(name)}`);

function directionOf(column: ColumnName): Direction {
  return column === 'month' ? 'desc' : 'asc';
}

/** The beginning of the whole order, by which few records are equal. */
export const shortOrder = wholeOrder.slice(0, 12).join(', ');

/** The whole order. An unknown value comes last. */
export function compareLines(a: LineRow, b: LineRow): number {
  const column = ordered.find((name) => a[name] !== b[name]);
  if (column === undefined) return 0;
  const [left, right] = [a[column], b[column]];
  if (left === null || right === null) return left === null ? 1 : -1;
  return left < right === (directionOf(column) === 'desc') ? 1 : -1;
}

/** The first keys of an order: few records are equal in all of them. */
function firstKeys({ sort, direction }: RecordsOrder): readonly OrderKey[] {
  const first = sortKey(sort);
  const others = leading.slice(0, 4).filter((name) => name !== first.sql);
  return [
    { ...first, direction },
    ...others.map((sql) => ({ sql, params: {}, direction: directionOf(sql) })),
  ];
}

// A cancelled line and its exclusion are equal in all columns, so among equal records it does not matter which is
// removed. Few records share a candidate's key: only those are grouped to find how many remain.
function orderedSql(
  query: SalaryQuery,
  { sort, direction }: RecordsOrder,
  conditions: readonly Condition[] = [],
): Required<Sql> {
  const { clauses, params } = countedRows(query, ...conditions);
  const where = clauses.join(' and ');
  const key = '(month, cbo, municipality, assumeNotNull(salary))';
  const candidates = `(select ${key} from movements where ${where} and weight = -1)`;
  const order = sortKey(sort);
  const text = `
    select ${sharedNames}
    from (
      select ${sharedNames}
      from movements
      where ${where} and weight = 1 and ${key} not in ${candidates}
      union all
      select ${sharedNames}
      from (
        select ${sharedNames}, sum(weight) as copies
        from movements
        where ${where} and ${key} in ${candidates}
        group by ${sharedNames}
        having copies > 0
      )
      array join range(toUInt64(copies))
    )
    order by ${order.sql} ${direction} nulls last, ${wholeOrder.join(', ')}`;
  return { text, params: { ...params, ...order.params } };
}

/** The columns that are numbers in forms with number cells; null where the file has no value. Amounts are in reais. */
const numbers: Readonly<Partial<Record<PublishedColumnName, string>>> = {
  salario: 'salary / 100',
  valor_fixo: 'fixed_salary / 100',
  horas: 'hours / 100',
  idade: 'age',
};

/** A published column in a form. In CSV every column is text that no spreadsheet evaluates as a formula. */
function writtenColumn(name: PublishedColumnName, form: RecordForm): SqlColumn {
  const number = numbers[name];
  if (form === 'cells' && number !== undefined) return { sql: number, params: {} };
  const text = recordTexts[name];
  return 'sql' in text ? { sql: text.sql, params: {} } : named(name, text, form);
}

function named(name: PublishedColumnName, text: NamedText, form: RecordForm): SqlColumn {
  const { code, otherwise = '' } = text;
  const names = text.names();
  const unnamed = otherwise.includes('#')
    ? `replaceOne('${otherwise}', '#', toString(${code}))`
    : `'${otherwise}'`;
  return {
    sql: `transform(toUInt32(${code}), {${name}_codes:Array(UInt32)}, {${name}_names:Array(String)}, ${unnamed})`,
    params: {
      [`${name}_codes`]: names.map(([value]) => value),
      [`${name}_names`]: names.map(([, one]) => (form === 'csv' ? harmlessText(one) : one)),
    },
  };
}
