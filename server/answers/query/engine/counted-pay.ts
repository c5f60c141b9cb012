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
