import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { isEmptySql } from '../../platform/warehouse/empty-values.ts';
import { columnsOf, isAdded, type Column } from '../../platform/warehouse/layout.ts';
import type { Sql } from '../../platform/warehouse/warehouse.ts';
import { tableOf } from './profile-sql.ts';

/** Two versions of one kind and month. */
export interface VersionPair {
  readonly kind: FileKind;
  /** Batch of the earlier version. */
  readonly before: number;
  /** Batch of the later version. */
  readonly after: number;
}

const isNullable = ({ type }: Column) => type.startsWith('Nullable');

/** The values of a column as the hash reads them: null differs from every number. */
const hashed = (column: Column) =>
  isNullable(column) ? `isNull(${column.name}), ifNull(${column.name}, 0)` : column.name;

/**
 * Hash of a line over these columns, in SQL; `read` is what it reads of a column. A column that the ministry added later
 * changes the hash of lines with a value only: hashes that were stored before remain comparable. One that the ministry
 * removed stays as it was.
 */
export function hashSql(columns: readonly Column[], read: (column: Column) => string): string {
  const original = columns.filter((column) => !isAdded(column)).map(read);
  const added = columns
    .filter(isAdded)
    .map((column) => `if(${isEmptySql(column)}, 0, cityHash64('${column.name}', ${read(column)}))`);
  return [`cityHash64(${original.join(', ')})`, ...added].reduce(
    (all, own) => `bitXor(${all}, ${own})`,
  );
}

export const lineHash = (kind: FileKind) => hashSql(columnsOf(kind), hashed);

/** A line of the later version counts +1 and a line of the earlier version -1. */
const sign = 'toInt32(if(batch = {after:UInt32}, 1, -1))';

const changedHashes = ({ kind }: VersionPair) => `
    select ${lineHash(kind)} as line, sum(${sign}) as copies
    from ${tableOf(kind)}
    where batch in ({before:UInt32}, {after:UInt32})
    group by line
    having copies != 0`;

const paramsOf = ({ before, after }: VersionPair) => ({ before, after });

/** Counts the lines of two multisets that have no equal line in the other one. One row: `gone`, `added`. */
export const changedLinesSql = (pair: VersionPair): Sql => ({
  text: `
    select -sumIf(copies, copies < 0) as gone, sumIf(copies, copies > 0) as added
    from (${changedHashes(pair)})`,
  params: paramsOf(pair),
});

/** The distinct lines without an equal one on the other side, and how many; negative for the earlier version. */
const changedRows = (pair: VersionPair) => {
  const names = columnsOf(pair.kind)
    .map(({ name }) => name)
    .join(', ');
  return `
    select ${names}, sum(${sign}) as copies
    from ${tableOf(pair.kind)}
    where batch in ({before:UInt32}, {after:UInt32})
      and ${lineHash(pair.kind)} in (select line from (${changedHashes(pair)}))
    group by ${names}
    having copies != 0`;
};

/** The text of a value; an empty field is an empty text. */
const textOf = (column: Column) =>
  isNullable(column) ? `ifNull(toString(${column.name}), '')` : `toString(${column.name})`;

/** Columns whose values a lost decimal comma multiplies. */
const moneyColumns = ['salary', 'fixed_salary'];

/** Columns that change together when the pay of a line is revised. */
export const payPair = 'salary,fixed_salary';

/** The factors that a lost or moved decimal separator causes. */
export const factors = [10, 100, 1000, 0.1, 0.01, 0.001] as const;

const isTimes = (factor: number) =>
  factor >= 1
    ? `amount_after = amount_before * ${factor}`
    : `amount_before = amount_after * ${Math.round(1 / factor)}`;

const hashOf = (column: Column) => `cityHash64('${column.name}', ${hashed(column)})`;

const listOf = (values: readonly string[]) => `[${values.join(', ')}]`;

/**
 * For each column, counts the lines that are equal on both sides except in that column. A line's hash is the sum of the
 * hashes of its values, so subtracting one leaves the hash of the others. Only one in `sample` groups of equal other
 * values is counted.
 */
export function singleColumnChangesSql(pair: VersionPair, sample: number): Sql {
  const columns = columnsOf(pair.kind);
  const money = columns.filter(({ name }) => moneyColumns.includes(name));
  const parts = [
    ...columns.map((column) => ({
      name: column.name,
      hash: hashOf(column),
      text: textOf(column),
      amount: moneyColumns.includes(column.name) ? `ifNull(${column.name}, 0)` : '0',
    })),
    {
      name: payPair,
      hash: money.map(hashOf).join(' + '),
      text: money.map(textOf).join(` || ' ' || `),
      amount: 'ifNull(salary, 0)',
    },
  ];
  const text = `
    select name, sum(least(gone, added)) as lines, count() as groups,
      if(uniqExact(last_text) = 1 and countIf(first_text != last_text) = 0, any(last_text), null) as only,
      [${factors.map((factor) => `countIf(gone = added and amount_before != 0 and ${isTimes(factor)})`).join(', ')}] as scaled
    from (
      select part.1 as name, total - part.2 as rest,
        -sumIf(copies, copies < 0) as gone, sumIf(copies, copies > 0) as added,
        minIf(part.3, copies > 0) as first_text, maxIf(part.3, copies > 0) as last_text,
        -sumIf(copies * part.4, copies < 0) as amount_before, sumIf(copies * part.4, copies > 0) as amount_after
      from (
        select copies, ${columns.map(hashOf).join(' + ')} as total,
          arrayJoin(arrayZip(
            ${listOf(parts.map(({ name }) => `'${name}'`))},
            ${listOf(parts.map(({ hash }) => hash))},
            ${listOf(parts.map((part) => part.text))},
            ${listOf(parts.map(({ amount }) => `toInt64(${amount})`))})) as part
        from (${changedRows(pair)})
        where (total - part.2) % {sample:UInt32} = 0
      )
      group by name, rest
      having gone > 0 and added > 0
    )
    group by name
    order by lines desc, name`;
  return { text, params: { ...paramsOf(pair), sample } };
}

/** Number of changed lines of each side among which examples are found. */
const candidateRows = 200;

/** Changed lines of both sides in the same order, so that a line and its revision are likely to be read together. */
export const changedExamplesSql = (pair: VersionPair): Sql => ({
  text: `
    select ${columnsOf(pair.kind)
      .map((column) => `${textOf(column)} as ${column.name}_text`)
      .join(', ')}, copies
    from (${changedRows(pair)})
    order by cbo, municipality, month, subclass, age, copies
    limit ${candidateRows} by copies > 0`,
  params: paramsOf(pair),
});
