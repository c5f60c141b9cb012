import { answerSearch, type Answering, type Ways } from '../../server/answers/answer.ts';
import { countLineRecords } from '../../server/answers/counting/count-line-records.ts';
import { countLines } from '../../server/answers/counting/count-lines.ts';
import { recordsOf } from '../../server/answers/records/records.ts';
import { SearchRequest, type UnkeptAnswer } from '../../shared/contracts/search.ts';
import type { Filters } from './questions.ts';

/** The product as the benchmark asks it: its server time, beside and without the cache of answers. */

/** By whatever structure the product chooses. */
export const answerOf = (filters: Filters, answering: Answering): Promise<UnkeptAnswer> =>
  answerSearch(SearchRequest.parse({ filters }), answering);

const plainWays: Ways = {
  count: countLines,
  countRecords: countLineRecords,
  firstRecords: (warehouse, question, limit, limits) =>
    recordsOf(warehouse, question, { offset: 0, limit }, limits),
};

/** By the plain ways alone: everything from the lines themselves. */
export const plainAnswerOf = (filters: Filters, answering: Answering): Promise<UnkeptAnswer> =>
  answerOf(filters, { ...answering, ways: plainWays });

/** Which structure an answer came from, as its method tells it. */
export const structureOf = ({ method }: UnkeptAnswer): string => method.structure;

/** What two ways to the same answer must have in common: everything but how they came to it. */
export const substanceOf = (answer: UnkeptAnswer): string =>
  JSON.stringify({ ...answer, method: { ...answer.method, structure: null } });
