import type { Structure } from '../../../shared/codes/codes.ts';
import type { Distribution } from '../../../shared/contracts/search.ts';
import type { RemainingLines } from '../funnel.ts';
import type { DimensionName } from '../panels/dimensions.ts';
import type { PayGroup } from '../panels/pay-group.ts';

/** What is counted of a question's records: all that its statistics and panels are made of. */
export interface CountedPay {
  /** From which structure of the warehouse it was counted; the figures are the same from each. */
  readonly structure: Structure;
  readonly distribution: Distribution;
  readonly remaining: RemainingLines;
  /** The groups of a dimension, without the filter that is about itself, by the dimension's key. */
  readonly groups: (dimension: DimensionName) => ReadonlyMap<number, PayGroup>;
  /** Records of each occupation asked for; empty when the question is about all. */
  readonly occupations: ReadonlyMap<number, number>;
}
