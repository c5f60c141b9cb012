import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { changedAnswer, type PackedAnswer } from './stored-answer.ts';
import type { SalaryQuery } from '../query/salary-query.ts';
import { comparedAnswer, nearlyEqualAnswer } from '../present/suppression/compared-answer.ts';
import { nearlyEqualSelections } from '../present/suppression/compared-selections.ts';

/** The selections of a comparison, with the response's own selection last, and where they are counted. */
interface Compared {
  readonly warehouse: Warehouse;
  readonly queries: readonly SalaryQuery[];
  readonly limits: QueryLimits;
}

/** The response for the last selection as a comparison shows it. */
export async function comparedResponse(
  answer: PackedAnswer,
  { warehouse, queries, limits }: Compared,
): Promise<PackedAnswer> {
  const suppressed = await nearlyEqualSelections(warehouse, queries, limits);
  return changedAnswer(answer, suppressed.at(-1) === true ? nearlyEqualAnswer : comparedAnswer);
}
