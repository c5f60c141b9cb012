import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { AppError } from '../../platform/errors.ts';
import type { OpenGzip } from '../../platform/open-gzip.ts';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { changedAnswer } from './answer-service.ts';
import { askedQuestion, type Question } from '../query/salary-query.ts';
import type { Release } from '../query/release.ts';
import { comparedAnswer, nearlyEqualAnswer } from '../present/suppression/compared-answer.ts';
import { nearlyEqualSelections } from '../present/suppression/compared-selections.ts';

/** The selections of a comparison, with the response's own selection last, and where they are counted. */
interface Compared {
  readonly warehouse: Warehouse;
  readonly questions: readonly Question[];
  readonly limits: QueryLimits;
}

/** The response for the last selection as a comparison shows it. */
export async function comparedJson(
  json: OpenGzip,
  { warehouse, questions, limits }: Compared,
): Promise<OpenGzip> {
  const suppressed = await nearlyEqualSelections(warehouse, questions, limits);
  return changedAnswer(json, suppressed.at(-1) === true ? nearlyEqualAnswer : comparedAnswer);
}

/** Undefined for filters that contradict each other: they have no response. */
export function maybeQuestion(filters: SearchFilters, release: Release): Question | undefined {
  try {
    return askedQuestion(filters, release);
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return undefined;
    throw error;
  }
}
