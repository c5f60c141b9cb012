import type { QueryLimits, Sql, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { SalaryQuery } from '../salary-query.ts';
import { designEffectOf } from '../design-effects.ts';
import { combinedConditions } from '../selection-sql.ts';
import { pickedPayGroup, type PickedSalary, type PayGroup, type PayGroups } from './pay-group.ts';
import { dimensions, keyOf, townParams, type DimensionName } from '../dimensions.ts';

/** A dimension and the query whose records it groups: the requested one, or one with fewer filters or more months. */
export interface Grouping {
  readonly dimension: DimensionName;
  readonly query: SalaryQuery;
}

interface GroupRow {
  readonly pay_group: number;
  readonly records: number;
  readonly total: string;
  readonly picked: readonly PickedSalary[];
}

const groupsOfDimension = 10_000_000;

/**
 * Every group of some dimensions, by the dimension's key, in a single scan. The engine counts, sorts and picks: it
 * returns about ten ranks of each group, however many records the group has. The dimensions' queries must have the
 * series, movement, rule and salary range of the query.
 */
export async function groupedPay(
  warehouse: Warehouse,
  query: SalaryQuery,
  groupings: readonly Grouping[],
  limits: QueryLimits,
): Promise<ReadonlyMap<DimensionName, PayGroups>> {
  const rows = await warehouse.rows<GroupRow>(groupsSql(query, groupings), limits);
  const groups = new Map(
    groupings.map(({ dimension }) => [dimension, new Map<number, PayGroup>()] as const),
  );
  for (const row of rows) {
    const place = Math.floor(row.pay_group / groupsOfDimension);
    const name = groupings[place - firstGrouping]?.dimension;
    if (name !== undefined)
      groups.get(name)?.set(keyOf(name, row.pay_group % groupsOfDimension), groupOfRow(row));
  }
  return groups;
}

/** Ten million codes for each: 0 for lines that a grouping does not count, then the groupings. */
const firstGrouping = 1;

// Ranks of PERCENTIL.INC at 25, 50 and 75 with their upper neighbours, and four around n/2 − 0.979982·√(n·deff) and their
// mirror images, which include the exact ranks of the median's interval (see the test).
const wantedRanks: readonly (readonly [from: string, to: string])[] = [
  ['p25', 'p25 + 1'],
  ['p50', 'p50 + 1'],
  ['p75', 'p75 + 1'],
  ['around - 1', 'around + 2'],
  ['records - around - 1', 'records - around + 2'],
];

function groupsSql(query: SalaryQuery, groupings: readonly Grouping[]): Sql {
  const { clauses, own, params } = combinedConditions(groupings.map((grouping) => grouping.query));
  const keys = groupings.map(({ dimension }, index) => {
    const place = (firstGrouping + index) * groupsOfDimension;
    const key = `toUInt32(${place} + least(${dimensions[dimension].sql}, ${groupsOfDimension - 1}))`;
    const condition = own[index] ?? null;
    return condition === null ? key : `if(${condition}, ${key}, 0)`;
  });
  const isPicked = wantedRanks
    .map(([from, to]) => `(salary.3 >= ${from} and salary.2 <= ${to})`)
    .join('\n          or ');
  // The engine evaluates a column of a subquery once; aliases of aliases within one query are slow.
  const text = `
    select pay_group, records, toString(total) as total,
      arrayFilter(salary -> ${isPicked}, distinct_salaries) as picked
    from (
      select pay_group, records, total,
        arrayMap((pay, last) -> (pay.1, last - pay.2 + 1, last), ascending, arrayCumSum(pay -> pay.2, ascending)) as distinct_salaries,
        intDiv(records - 1, 4) + 1 as p25,
        intDiv(records - 1, 2) + 1 as p50,
        intDiv((records - 1) * 3, 4) + 1 as p75,
        toInt64(floor(records / 2 - 0.979982 * sqrt(records * {designEffect:Float64}))) as around
      from (
        select pay_group, sum(here) as records, sum(centavos * here) as total,
          arraySort(groupArray((centavos, here))) as ascending
        from (
          select arrayJoin([${keys.join(',\n            ')}]) as pay_group,
            assumeNotNull(salary) as centavos, sum(weight) as here
          from movements
          where ${clauses.join('\n            and ')}
          group by pay_group, centavos
          having here > 0 and pay_group > 0
        )
        group by pay_group
      )
    )`;
  return {
    text,
    params: {
      ...params,
      ...townParams(query),
      designEffect: designEffectOf(query),
    },
  };
}

const groupOfRow = ({ records, total, picked }: GroupRow): PayGroup =>
  pickedPayGroup({ records, total: BigInt(total), picked });
