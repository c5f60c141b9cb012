import type { Structure } from '../../../shared/codes.ts';
import type { Distribution } from '../../../shared/search.ts';
import type { QueryLimits, Warehouse } from '../../warehouse/warehouse.ts';
import type { DimensionName } from '../panels/dimensions.ts';
import type { PayGroup } from '../panels/pay-group.ts';
import type { Question } from '../question.ts';
import { countColumns } from './count-columns.ts';
import { countLines } from './count-lines.ts';
import type { FamilyCounts } from './family-counts.ts';
import { UncountableRowsError } from './uncountable.ts';

/** What is counted of a question's records: all that its statistics and panels are made of. */
export interface CountedPay {
  /** From which structure of the warehouse it was counted; the figures are the same from each. */
  readonly structure: Structure;
  readonly distribution: Distribution;
  /** The groups of a dimension, without the filter that is about itself, by the dimension's key. */
  readonly groups: (dimension: DimensionName) => ReadonlyMap<number, PayGroup>;
  /** Records of each occupation asked for; empty when the question is about all. */
  readonly occupations: ReadonlyMap<number, number>;
}

/**
 * Counts a question from the cheapest structure that answers it exactly:
 * - `columns`: few lines (an occupation, or filters that leave little). The engine hands over two packed columns,
 *   and this process counts them by all groupings at once.
 * - `lines`: whatever is too much to hand over, or has salaries that the packed column cannot hold. The engine
 *   groups the lines themselves, once for each filter that a panel leaves out.
 */
export async function countedPay(
  warehouse: Warehouse,
  question: Question,
  limits: QueryLimits,
  families?: FamilyCounts,
): Promise<CountedPay> {
  try {
    return await countColumns(warehouse, question, limits, families);
  } catch (error) {
    if (!(error instanceof UncountableRowsError)) throw error;
    return countLines(warehouse, question, limits);
  }
}
