import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { AppError } from '../../platform/errors.ts';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { changedAnswer, type PackedAnswer } from './stored-answer.ts';
import { resolveQuery, type SalaryQuery } from '../query/salary-query.ts';
import type { Release } from '../query/release.ts';
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

/** Undefined for filters that contradict each other: they have no response. */
export function maybeQuery(filters: SearchFilters, release: Release): SalaryQuery | undefined {
  try {
    return resolveQuery(filters, release);
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return undefined;
    throw error;
  }
}
