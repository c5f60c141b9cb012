import {
  keepPreviousData,
  queryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { z } from 'zod';
import {
  AnswerWithoutDistribution,
  firstPageSize,
  SearchAnswer,
  type SearchFilters,
  type SearchRequest,
} from '../../../shared/contracts/search.ts';
import { inQueue } from '../../lib/queue-position.ts';
import { failsQuietly, occupationOptions } from '../../lib/reference-options.ts';
import { send } from '../../lib/call.ts';

/** At most two queries at a time: a comparison runs several, and the server has other users. */
const maxConcurrent = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs a request when one of the slots is free. p-queue would add 8 kB to the scripts of the first screen. */
async function withSlot<Result>(
  request: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  if (running < maxConcurrent) {
    running += 1;
  } else {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    await promise;
  }
  try {
    signal.throwIfAborted();
    return await request();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** A response with its query, so that an old response never appears under a new query. */
interface Answered<Answer> {
  readonly filters: SearchFilters;
  readonly answer: Answer;
}
export type AnsweredSearch = Answered<AnswerWithoutDistribution>;
/** The response to one selection of a comparison, with its distribution. */
export type AnsweredSelection = Answered<SearchAnswer>;

/** The response to a query, without its distribution. */
export const searchOptions = (filters: SearchFilters, release?: number) =>
  answerOptions(['search', filters, release], AnswerWithoutDistribution, {
    filters,
    release,
    pageSize: firstPageSize,
    distribution: 'separate',
  });

/** The response to a selection of a comparison; the server suppresses it if it is almost the same as an earlier one. */
export const selectionSearchOptions = (
  filters: SearchFilters,
  release: number | undefined,
  earlier: readonly SearchFilters[],
) =>
  answerOptions(['search', filters, release, earlier], SearchAnswer, {
    filters,
    release,
    pageSize: firstPageSize,
    distribution: 'whole',
    comparedWith: [...earlier],
  });

/** The previous response stays until the new one arrives, and its request is aborted if it is still running. */
function answerOptions<Answer extends AnswerWithoutDistribution>(
  queryKey: QueryKey,
  schema: z.ZodType<Answer>,
  body: Omit<SearchRequest, 'page'>,
) {
  const { filters } = body;
  return queryOptions({
    queryKey,
    queryFn: async (context): Promise<Answered<Answer>> => {
      const { client, signal } = context;
      const answer = await inQueue(
        (init) => withSlot(() => send('POST', '/api/search', schema, body, init), signal),
        context,
      );
      keepTitles(client, filters, answer);
      return { filters, answer };
    },
    placeholderData: keepPreviousData,
    // A response has some thousand values: comparing them costs more than drawing them.
    structuralSharing: false,
    // The screen's own banner reports an ended session.
    meta: failsQuietly,
  });
}

/**
 * Caches the occupations' names together with the answer, so that the sentence has them at once: a later change would
 * move the figures down.
 */
function keepTitles(
  client: QueryClient,
  { cbo: one, cbos = [] }: SearchFilters,
  { occupations }: Pick<AnswerWithoutDistribution, 'occupations'>,
): void {
  for (const { cbo: codigo, titulo } of occupations) {
    if (titulo === null || (codigo !== one && !cbos.includes(codigo))) continue;
    const { queryKey } = occupationOptions(codigo);
    client.setQueryData(queryKey, (known) => known ?? { codigo, titulo });
  }
}
