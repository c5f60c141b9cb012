import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import {
  groupCode,
  groupMediansSql,
  medianOf,
  type MedianGrouping,
  type MedianRow,
} from '../occupations/group-medians.ts';
import { equalityRows, type EqualityAxis, type EqualitySelection } from './equality-selection.ts';

const digitsOfLevel = { 0b1111: 0, 0b0111: 1, 0b1011: 3, 0b1101: 4, 0b1110: 6 } as const;

const groupings: Readonly<Record<EqualityAxis, MedianGrouping>> = {
  occupation: {
    keys: 'cbo, sex',
    columns: `intDiv(cbo, 100000) as great, intDiv(cbo, 1000) as sub, intDiv(cbo, 100) as family,
            cbo as occupation, sex`,
    level: 'grouping(great, sub, family, occupation)',
    code: 'great + sub + family + occupation',
    by: 'grouping sets ((sex), (great, sex), (sub, sex), (family, sex), (occupation, sex))',
    split: 'sex',
  },
  race: {
    keys: 'race, sex',
    columns: 'race, sex',
    level: '7',
    code: 'race',
    by: 'race, sex',
    split: 'sex',
  },
};

/**
 * Exact medians in centavos of women (`F`) and men (`M`), by a group's code ('' for all) or a race's, computed in a
 * single scan.
 */
export async function sexMedians(
  warehouse: Warehouse,
  selection: EqualitySelection,
  axis: EqualityAxis,
  limits: QueryLimits,
) {
  const sql = groupMediansSql(groupings[axis], equalityRows(selection));
  const rows = await warehouse.rows<MedianRow & { readonly sex: number }>(sql, limits);
  const byCode = Map.groupBy(rows, (row) =>
    axis === 'race' ? String(row.code) : groupCode(row, digitsOfLevel),
  );
  return new Map(
    [...byCode].map(([code, ofCode]) => {
      const of = (sex: number) => {
        const row = ofCode.find((one) => one.sex === sex);
        return row === undefined ? null : medianOf(row);
      };
      return [code, { M: of(1), F: of(3) }];
    }),
  );
}
