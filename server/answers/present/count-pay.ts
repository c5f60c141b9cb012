import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { DimensionName } from '../query/dimensions.ts';
import type { SalaryQuery } from '../query/salary-query.ts';
import { isIndexed, type SortedIndex } from '../index/sorted-index.ts';
import { countLineRecords } from '../query/engine/count-records.ts';
import { countGroups, countLines, includedDimensions } from '../query/engine/count-lines.ts';
import type { FamilyGroups } from '../query/engine/pay-group.ts';
import { QueryCache } from '../query/query-cache.ts';
import type { TownModel } from './towns/town-model.ts';
import type { CountedPay } from '../query/engine/counted-pay.ts';

/** What a process that serves many queries has in addition to the warehouse. */
export interface Prepared {
  readonly index: SortedIndex;
  /** Cached families are not counted again. */
  readonly families?: QueryCache<FamilyGroups>;
  /** Cached models of municipalities are not fitted again. */
  readonly models?: QueryCache<TownModel | null>;
}

/**
 * Counts a query in one of two ways, which return the same figures:
 * - `ranked`: over the files of its months, in which every line is in the order of salaries. A single scan counts all
 *   groupings, however many they are; the engine counts a grouping that the files lack.
 * - `lines`: by the engine, which groups the lines themselves. This is the reference, and the fallback while a month
 *   has no file or has salaries that its file cannot hold.
 */
export async function countPay(
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
  { index, families = new QueryCache<FamilyGroups>() }: Prepared,
): Promise<CountedPay> {
  const indexed = await index.count(query, limits, families);
  if (indexed === null) return countLines(warehouse, query, limits, families);
  const missing = includedDimensions(query).filter((name) => !isIndexed(name));
  return missing.length === 0
    ? indexed
    : withGroupsByEngine(indexed, missing, (names) => countGroups(warehouse, query, names, limits));
}

/** The counted query with the groups of some dimensions replaced by the engine's. */
export async function withGroupsByEngine(
  counted: CountedPay,
  names: readonly DimensionName[],
  count: (names: readonly DimensionName[]) => ReturnType<typeof countGroups>,
): Promise<CountedPay> {
  const groups = await count(names);
  return { ...counted, groups: (name) => groups.get(name) ?? counted.groups(name) };
}

/** How many records a query has, in one of the same two ways. */
export async function countedRecords(
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
  { index }: Prepared,
): Promise<number> {
  const records = await index.records(query, limits).count();
  return records ?? countLineRecords(warehouse, query, limits);
}
