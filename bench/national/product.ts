import { AppError } from '../../server/platform/errors.ts';
import {
  answerSearch,
  type AnswerContext,
  type QueryBackend,
} from '../../server/answers/present/answer.ts';
import { countLineCells } from '../../server/answers/query/engine/count-cells.ts';
import { countLineRecords } from '../../server/answers/query/engine/count-records.ts';
import { countLines } from '../../server/answers/query/engine/count-lines.ts';
import { recordsOf } from '../../server/answers/present/records/records.ts';
import { SearchRequest, type AnswerWithoutReceipt } from '../../shared/contracts/search.ts';
import type { Filters } from './queries.ts';

/** The product as the benchmark queries it: server time, without the response cache. */

/** Answers a query with the structure that the product chooses. */
export const answerOf = (
  filters: Filters,
  answering: AnswerContext,
): Promise<AnswerWithoutReceipt> => answerSearch(SearchRequest.parse({ filters }), answering);

const uncachedBackend: QueryBackend = {
  count: countLines,
  countRecords: countLineRecords,
  cells: countLineCells,
  firstRecords: (warehouse, query, limit, limits) =>
    recordsOf(warehouse, query, { offset: 0, limit }, limits),
};

/** Answers a query with plain SQL only, from the lines themselves. */
export const plainAnswerOf = (
  filters: Filters,
  answering: AnswerContext,
): Promise<AnswerWithoutReceipt> => answerOf(filters, { ...answering, backend: uncachedBackend });

/** The code with which a query is refused; null if it is answered. */
export async function maybeRefusal(answer: Promise<unknown>): Promise<string | null> {
  try {
    await answer;
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status === 422) return error.code;
    throw error;
  }
}

/** The structure that a response came from, as its method states. */
export const structureOf = ({ method }: AnswerWithoutReceipt): string => method.structure;

/** The parts that two structures must agree on: everything except the structure's name. */
export const substanceOf = (answer: AnswerWithoutReceipt): string =>
  JSON.stringify({ ...answer, method: { ...answer.method, structure: null } });
