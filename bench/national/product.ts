import { answerSearch, type Answering } from '../../server/salaries/answer.ts';
import { readableRelease } from '../../server/salaries/release.ts';
import { currentRelease } from '../../server/store/current-release.ts';
import { SearchRequest, type UnkeptAnswer } from '../../shared/search.ts';
import type { Installation } from '../../tests/installation.ts';
import type { Filters } from './questions.ts';

/** The product as the benchmark asks it: its server time, beside and without the cache of answers. */

export async function answeringOf({ store, warehouse }: Installation): Promise<Answering> {
  const release = readableRelease(await currentRelease(store));
  return { warehouse, release, version: 'bench', limits: { timeoutMs: 600_000 } };
}

/** By whatever structure the product chooses. */
export const answerOf = (filters: Filters, answering: Answering): Promise<UnkeptAnswer> =>
  answerSearch(SearchRequest.parse({ filters }), answering);

/** By the plain way alone: from the movements themselves. */
export const plainAnswerOf = answerOf;

/** Which structure an answer came from, as its method tells it. */
export const structureOf = (_answer: UnkeptAnswer): string => 'movements';

/** What two ways to the same answer must have in common: everything but how they came to it. */
export const substanceOf = (answer: UnkeptAnswer): string => JSON.stringify(answer);
