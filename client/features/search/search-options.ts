import {
  keepPreviousData,
  queryOptions,
  type QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import type { z } from 'zod';
import {
  AnswerWithoutDistribution,
  firstPageSize,
  SearchAnswer,
  type SearchFilters,
  type SearchRequest,
} from '../../../shared/contracts/search.ts';
import { inLine, queuePositionHeader } from '../../lib/line-place.ts';
import { occupationOptions } from '../../lib/reference-options.ts';
import { send } from '../../lib/call.ts';

/** At most two queries at a time: a comparison runs several, and the server has other users. */
const mostAtOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs a request when one of the slots is free. p-queue would add 8 kB to the scripts of the first screen. */
async function withSlot<Result>(
  request: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  if (running < mostAtOnce) {
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
export interface AnsweredSearch {
  readonly filters: SearchFilters;
  readonly answer: AnswerWithoutDistribution;
}

/** The response to one selection of a comparison, with its distribution. */
export interface AnsweredSelection {
  readonly filters: SearchFilters;
  readonly answer: SearchAnswer;
}

/**
 * The response to a query, without its distribution. The previous response stays until the new one arrives, and its
 * request is aborted if it is still running.
 */
export const searchOptions = (filters: SearchFilters, release?: number) =>
  queryOptions({
    queryKey: ['search', filters, release],
    queryFn: async (asking): Promise<AnsweredSearch> => ({
      filters,
      answer: await answered(AnswerWithoutDistribution, asking, {
        filters,
        release,
        pageSize: firstPageSize,
        distribution: 'separate',
      }),
    }),
    ...answerBehaviour,
  });

/** The response to a selection of a comparison; the server suppresses it if it is almost the same as an earlier one. */
export const selectionSearchOptions = (
  filters: SearchFilters,
  release: number | undefined,
  earlier: readonly SearchFilters[],
) =>
  queryOptions({
    queryKey: ['search', filters, release, earlier],
    queryFn: async (asking): Promise<AnsweredSelection> => ({
      filters,
      answer: await answered(SearchAnswer, asking, {
        filters,
        release,
        pageSize: firstPageSize,
        distribution: 'whole',
        comparedWith: [...earlier],
      }),
    }),
    ...answerBehaviour,
  });

const answerBehaviour = {
  placeholderData: keepPreviousData,
  // A response has some thousand values: comparing them costs more than drawing them.
  structuralSharing: false,
  // The screen's own banner reports an ended session.
  meta: { reportsSignedOut: true },
} as const;

async function answered<Schema extends z.ZodType<AnswerWithoutDistribution>>(
  schema: Schema,
  asking: QueryFunctionContext,
  body: SearchRequest,
): Promise<z.output<Schema>> {
  const { client, signal } = asking;
  const headers = queuePositionHeader;
  const ask = () =>
    withSlot(() => send('POST', '/api/search', schema, body, { headers, signal }), signal);
  const answer = await inLine(ask, asking);
  keepTitles(client, body.filters, answer);
  return answer;
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
