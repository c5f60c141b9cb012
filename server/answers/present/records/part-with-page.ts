import type { Direction } from '../../../../shared/contracts/records.ts';
import type { Condition } from '../../query/filters/line-filter.ts';
import { countedRows } from '../../query/selection-sql.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { SqlColumn } from './record-sorts.ts';

/** A key of an order of records. Unknown values are null and come last in both directions. */
export interface OrderKey extends SqlColumn {
  readonly direction: Direction;
}

/** Consecutive records of an order. */
interface Part {
  /** Conditions that only these records of the query fulfil. */
  readonly conditions: readonly Condition[];
  /** Where the page starts within the part, in records. */
  readonly offset: number;
}

interface Value {
  readonly value: string | number | null;
  /** Records with an earlier value. */
  readonly before: number;
  readonly records: number;
}

/** A part with at most this many records for each record of the page is sorted in a moment. */
const fewEnough = 1000;

/**
 * The part of an order that contains a page, found key by key: counting the values of one key reads few columns, while
 * sorting all records reads all columns. Null if the page is beyond the last record.
 */
export async function partWithPage(
  warehouse: Warehouse,
  query: SalaryQuery,
  keys: readonly OrderKey[],
  page: { readonly offset: number; readonly limit: number },
  limits: QueryLimits,
): Promise<Part | null> {
  let part: Part = { conditions: [], offset: page.offset };
  for (const [at, key] of keys.entries()) {
    const values = await valuesOfPage(warehouse, query, key, { ...page, ...part }, limits);
    const [first] = values;
    if (first === undefined) return null;
    part = {
      conditions: [...part.conditions, oneOf(key, values, `place${at}`)],
      offset: part.offset - first.before,
    };
    const records = values.reduce((sum, value) => sum + value.records, 0);
    if (values.length > 1 || records <= fewEnough * page.limit) break;
  }
  return part;
}

/** The values of a key that the records of a page have, in order. */
function valuesOfPage(
  warehouse: Warehouse,
  query: SalaryQuery,
  key: OrderKey,
  { conditions, offset, limit }: Part & { readonly limit: number },
  limits: QueryLimits,
): Promise<readonly Value[]> {
  const { clauses, params } = countedRows(query, ...conditions);
  const text = `
    select value, before, records
    from (
      select value, records,
        sum(records) over (order by value ${key.direction} nulls last rows unbounded preceding) - records as before
      from (
        select ${key.sql} as value, sum(weight) as records
        from movements
        where ${clauses.join(' and ')}
        group by value
        having records > 0
      )
    )
    where before < {end:UInt64} and before + records > {offset:UInt64}
    order by before`;
  return warehouse.rows<Value>(
    { text, params: { ...params, ...key.params, offset, end: offset + limit } },
    limits,
  );
}

function oneOf(key: OrderKey, values: readonly Value[], name: string): Condition {
  const known = values.flatMap(({ value }) => (value === null ? [] : [value]));
  const type = typeof known[0] === 'string' ? 'String' : 'Int64';
  const isKnown = `${key.sql} in {${name}:Array(${type})}`;
  const isUnknown = known.length < values.length ? [`${key.sql} is null`] : [];
  return {
    clause: `(${[isKnown, ...isUnknown].join(' or ')})`,
    params: { ...key.params, [name]: known },
  };
}
