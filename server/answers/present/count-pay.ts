import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { DimensionName } from '../query/dimensions.ts';
import type { Question } from '../query/salary-query.ts';
import { isIndexed, type SortedIndex } from '../index/sorted-index.ts';
import { countLineRecords } from '../query/engine/count-records.ts';
import { countGroups, countLines, toldDimensionsOf } from '../query/engine/count-lines.ts';
import { unkeptFamilies, type FamilyCounts } from '../query/engine/family-counts.ts';
import type { CountedPay } from '../query/engine/counted-pay.ts';

/** What a process that serves many queries has besides the warehouse. */
export interface Prepared {
  readonly index: SortedIndex;
  /** Cached families are not counted again. */
  readonly families?: FamilyCounts;
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
  question: Question,
  limits: QueryLimits,
  { index, families = unkeptFamilies }: Prepared,
): Promise<CountedPay> {
  const indexed = await index.count(question, limits, families);
  if (indexed === null) return countLines(warehouse, question, limits, families);
  const untold = toldDimensionsOf(question).filter((name) => !isIndexed(name));
  return untold.length === 0
    ? indexed
    : withGroupsByEngine(indexed, untold, (names) =>
        countGroups(warehouse, question, names, limits),
      );
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
  question: Question,
  limits: QueryLimits,
  { index }: Prepared,
): Promise<number> {
  const records = await index.records(question, limits).count();
  return records ?? countLineRecords(warehouse, question, limits);
}
