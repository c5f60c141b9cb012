import { rankedPercentile } from '../../../../shared/statistics/percentile.ts';
import type { QueryLimits, Sql, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { equalityRows, type EqualityAxis, type EqualitySelection } from './equality-selection.ts';

/** Exact medians in centavos of women and men, by a group's code ('' for all) or a race's. */
export type SexMedians = ReadonlyMap<
  string,
  { readonly F: number | null; readonly M: number | null }
>;

interface MedianRow {
  readonly level: number;
  readonly code: number;
  readonly sex: number;
  readonly records: number;
  /** Centavos; both are equal for an odd number of records. */
  readonly lower: number;
  readonly upper: number;
}

/**
 * Number of digits of a row's code, by the engine's `grouping()` value: one bit for each column that the row is not
 * grouped by.
 */
const digitsOfLevel: Readonly<Record<number, number>> = {
  0b1111: 0,
  0b0111: 1,
  0b1011: 3,
  0b1101: 4,
  0b1110: 6,
};

const groupings = {
  occupation: {
    columns: `intDiv(cbo, 100000) as great, intDiv(cbo, 1000) as sub, intDiv(cbo, 100) as family,
            cbo as occupation`,
    key: 'cbo',
    level: 'grouping(great, sub, family, occupation)',
    code: 'great + sub + family + occupation',
    by: 'grouping sets ((sex), (great, sex), (sub, sex), (family, sex), (occupation, sex))',
  },
  race: { columns: 'race', key: 'race', level: '7', code: 'race', by: 'race, sex' },
} as const satisfies Record<EqualityAxis, object>;

/** The medians of every group of the selection, computed in a single scan. */
export async function sexMedians(
  warehouse: Warehouse,
  selection: EqualitySelection,
  axis: EqualityAxis,
  limits: QueryLimits,
): Promise<SexMedians> {
  const rows = await warehouse.rows<MedianRow>(mediansSql(selection, axis), limits);
  const byCode = Map.groupBy(rows, (row) => codeOf(row, axis));
  return new Map(
    [...byCode].map(([code, own]) => {
      const of = (sex: number) => medianOf(own.find((row) => row.sex === sex));
      return [code, { M: of(1), F: of(3) }];
    }),
  );
}

function codeOf({ level, code }: MedianRow, axis: EqualityAxis): string {
  if (axis === 'race') return String(code);
  const digits = digitsOfLevel[level];
  if (digits === undefined) throw new RangeError(`No grouping has the mark ${level}.`);
  return digits === 0 ? '' : String(code).padStart(digits, '0');
}

function medianOf(row: MedianRow | undefined): number | null {
  if (row === undefined) return null;
  const { records, lower, upper } = row;
  const lowerRank = Math.ceil(records / 2);
  const salaryAt = (rank: number) => (rank === lowerRank ? lower : upper);
  return rankedPercentile({ count: records, salaryAt }, 5000);
}

// An occupation has few distinct salaries for its number of records: the query counts each distinct salary first, and
// then gathers the counts by group.
function mediansSql(selection: EqualitySelection, axis: EqualityAxis): Sql {
  const { clauses, params } = equalityRows(selection);
  const { columns, key, level, code, by } = groupings[axis];
  const text = `
    select level, code, sex, records,
      pays[arrayFirstIndex(rank -> rank >= intDiv(records + 1, 2), ranks)] as lower,
      pays[arrayFirstIndex(rank -> rank >= intDiv(records, 2) + 1, ranks)] as upper
    from (
      select level, code, sex, records,
        arraySort(gathered) as ascending,
        arrayMap(pay -> pay.1, ascending) as pays,
        arrayCumSum(arrayMap(pay -> pay.2, ascending)) as ranks
      from (
        select ${level} as level, ${code} as code, sex, sum(here) as records,
          groupArray((centavos, here)) as gathered
        from (
          select ${columns}, sex, centavos, here
          from (
            select ${key}, sex, assumeNotNull(salary) as centavos, sum(weight) as here
            from movements
            where ${clauses.join('\n              and ')}
            group by ${key}, sex, centavos
            having here > 0
          )
        )
        group by ${by}
      )
    )
    order by level, code, sex`;
  return { text, params };
}
