import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { SalaryQuery } from '../salary-query.ts';
import type { Structure } from '../../../../shared/codes/codes.ts';
import type { Distribution } from '../../../../shared/contracts/search.ts';
import type { RemainingLines } from './remaining-lines.ts';
import type { DimensionName } from '../dimensions.ts';
import type { PayGroups } from './pay-group.ts';

/** The counts of a query's records, from which its statistics and panels are computed. */
export interface CountedPay {
  /** The structure of the warehouse that was counted; each structure gives the same figures. */
  readonly structure: Structure;
  readonly distribution: Distribution;
  readonly remaining: RemainingLines;
  /** Records that the rule `integral` counts too; null for a query by another rule than `mte`. */
  readonly fullTime: number | null;
  /** The groups of a dimension by the dimension's key. A facet excludes its own filter. */
  readonly groups: (dimension: DimensionName) => PayGroups;
  /** Records of each requested occupation; empty if the query is about all. */
  readonly occupations: ReadonlyMap<number, number>;
}

/** Counts a query: over the month files of the index, or by the engine. */
export type CountPay = (
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
) => Promise<CountedPay>;

/** Where the pay of queries is counted. */
export interface PaySource {
  readonly warehouse: Warehouse;
  readonly backend: { readonly count: CountPay };
}
