import type { QueryLimits, Sql, Warehouse } from '../../warehouse/warehouse.ts';
import type { Question } from '../question.ts';
import { countedRows } from '../selection-sql.ts';
import { pickedPayGroup, type PayGroup, type PickedSalary } from './pay-group.ts';
import { dimensionOf, keyOf, type DimensionName } from './dimensions.ts';

/** The groups of each dimension that was asked for, by the dimension's key. */
export type GroupedPay = ReadonlyMap<DimensionName, ReadonlyMap<number, PayGroup>>;

interface GroupRow {
  readonly pay_group: number;
  readonly records: number;
  readonly total: string;
  readonly picked: readonly PickedSalary[];
}

const groupsOfDimension = 10_000_000;

/** One pass over the records of a question, grouped by several dimensions. */
export interface Scan {
  readonly question: Question;
  readonly dimensions: readonly DimensionName[];
  /** The state whose municipalities `municipality` tells apart. */
  readonly shownState: number | null;
}

/**
 * Every group of the dimensions. The engine counts, sorts and picks: what comes back is about ten ranks of each
 * group, however many records it has.
 */
export async function groupedPay(
  warehouse: Warehouse,
  scan: Scan,
  limits: QueryLimits,
): Promise<GroupedPay> {
  const rows = await warehouse.rows<GroupRow>(groupsSql(scan), limits);
  const grouped = new Map(scan.dimensions.map((name) => [name, new Map<number, PayGroup>()]));
  for (const row of rows) {
    const name = scan.dimensions[Math.floor(row.pay_group / groupsOfDimension)];
    if (name !== undefined)
      grouped.get(name)?.set(keyOf(name, row.pay_group % groupsOfDimension), groupOfRow(row));
  }
  return grouped;
}

// Ranks of PERCENTIL.INC at 25, 50 and 75 with their upper neighbours; four around n/2 − 0.98·√n and their mirror
// images, among which the exact binomial ranks of the median's interval are (see the test); and the ranks of
// Bonett and Price's standard error (shared/median-difference.ts).
const wantedRanks: readonly (readonly [from: string, to: string])[] = [
  ['p25', 'p25 + 1'],
  ['p50', 'p50 + 1'],
  ['p75', 'p75 + 1'],
  ['around - 1', 'around + 2'],
  ['n - around - 1', 'n - around + 2'],
  ['spread', 'spread'],
  ['n + 1 - spread', 'n + 1 - spread'],
];

function groupsSql({ question, dimensions: names, shownState }: Scan): Sql {
  const { clauses, params } = countedRows(question);
  const keys = names.map(
    (name, index) =>
      `toUInt32(${index * groupsOfDimension} + least(${dimensionOf(name).sql}, ${groupsOfDimension - 1}))`,
  );
  const isPicked = wantedRanks
    .map(([from, to]) => `(last >= ${from} and last - here < ${to})`)
    .join('\n        or ');
  const text = `
    select pay_group, any(n) as records, toString(sum(centavos * here)) as total,
      groupArrayIf([centavos, last - here + 1, last],
        ${isPicked}) as picked
    from (
      select pay_group, centavos, here,
        sum(here) over (partition by pay_group order by centavos rows unbounded preceding) as last,
        sum(here) over (partition by pay_group) as n,
        intDiv(n - 1, 4) + 1 as p25,
        intDiv(n - 1, 2) + 1 as p50,
        intDiv((n - 1) * 3, 4) + 1 as p75,
        toInt64(floor(n / 2 - 0.98 * sqrt(n))) as around,
        greatest(1, toInt64(floor(n / 2 + 1 - sqrt(n)))) as spread
      from (
        select arrayJoin([${keys.join(', ')}]) as pay_group,
          assumeNotNull(salary) as centavos, sum(weight) as here
        from movements
        where ${clauses.join('\n          and ')}
        group by pay_group, centavos
        having here > 0
      )
    )
    group by pay_group`;
  return { text, params: { ...params, shownState } };
}

const groupOfRow = ({ records, total, picked }: GroupRow): PayGroup =>
  pickedPayGroup({ records, total: BigInt(total), picked });
