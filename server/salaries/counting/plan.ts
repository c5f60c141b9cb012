import type { DimensionName } from '../panels/dimensions.ts';

/** A grouping of rows by the number that some bits of a column hold. */
export interface GroupingPlan {
  readonly name: DimensionName;
  /** One group of all rows where there is none. */
  readonly column: string | null;
  readonly shift: number;
  readonly mask: number;
  /** The bit in `passes` of the filter that this grouping leaves out; 0 for none. */
  readonly leavesOut: number;
}

/** What is to be counted of the rows that a question brought. */
export interface CountingPlan {
  readonly groupings: readonly GroupingPlan[];
  /** The bits that a row has in `passes` when it passes every filter; 0 where there is no such column. */
  readonly everyFilter: number;
  readonly hasDistribution: boolean;
  /** More rows are not counted. */
  readonly mostRows: number;
}
