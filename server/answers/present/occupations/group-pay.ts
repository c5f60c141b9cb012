import type { Completeness } from '../../../../shared/contracts/completeness.ts';
import type { Period } from '../../../../shared/filters/data.ts';
import { minForStatistics } from '../../../../shared/statistics/design-effect.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { countedRows } from '../../query/selection-sql.ts';
import { groupCode, groupMediansSql, medianOf, type MedianRow } from './group-medians.ts';

/** The published figures of one or several occupations: records and, if there are enough, their median in reais. */
interface GroupPay {
  readonly records: number;
  readonly median: number | null;
}

/** By the code of an occupation, family, subgrupo, subgrupo principal or grande grupo: 6, 4, 3, 2 digits or 1. */
export type PayByGroup = ReadonlyMap<string, GroupPay>;

/** The figures of the current release's default query, or why there are none now. */
export type PayByGroupState =
  | {
      readonly state: 'ready';
      readonly period: Period;
      readonly completeness: Completeness;
      readonly groups: PayByGroup;
    }
  | { readonly state: 'counting' | 'failed' | 'noMonths' };

const digitsOfLevel = { 0b01111: 1, 0b10111: 2, 0b11011: 3, 0b11101: 4, 0b11110: 6 } as const;

const grouping = {
  keys: 'cbo',
  columns: `intDiv(cbo, 100000) as great, intDiv(cbo, 10000) as main, intDiv(cbo, 1000) as sub,
            intDiv(cbo, 100) as family, cbo as occupation`,
  level: 'grouping(great, main, sub, family, occupation)',
  code: 'great + main + sub + family + occupation',
  by: 'grouping sets ((great), (main), (sub), (family), (occupation))',
} as const;

/**
 * The records and exact medians of every occupation and group of occupations that a query finds, computed in a single
 * scan. Codes that name no occupation (empty, 999999) are in no group.
 */
export async function payByGroup(
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
): Promise<PayByGroup> {
  const isNamed = { clause: 'cbo between 1 and 999998', params: {} };
  const sql = groupMediansSql(grouping, countedRows(query, isNamed));
  const rows = await warehouse.rows<MedianRow>(sql, limits);
  return new Map(rows.map((row) => [groupCode(row, digitsOfLevel), payOf(row)]));
}

function payOf(row: MedianRow): GroupPay {
  const { records } = row;
  const median = records < minForStatistics ? null : medianOf(row);
  return { records, median: median === null ? null : median / 100 };
}
