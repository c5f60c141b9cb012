import {
  keepPreviousData,
  queryOptions,
  type QueryClient,
  hashKey,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { useState } from 'react';
import {
  AnswerHead,
  headEndsBefore,
  SearchAnswer,
  type SearchFilters,
  type SearchRequest,
  type ArrivingAnswer,
} from '../../../shared/contracts/search.ts';
import { inLine, queuePositionHeader } from '../../lib/line-place.ts';
import { occupationOptions } from '../../lib/reference-options.ts';
import {
  agreed,
  failureOf,
  fetched,
  maybeJson,
  requestOf,
  UnexpectedAnswerError,
  UnreachableError,
} from '../../lib/call.ts';

const pageSize = 50;

type ComparableRequest = Omit<SearchRequest, 'comparedWith'> & {
  readonly comparedWith: readonly SearchFilters[] | undefined;
};

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
export type AnsweredSearch = { filters: SearchFilters; answer: SearchAnswer };

/**
 * The response to a query. The previous response stays until the new one arrives, and its request is aborted if it is
 * still running. `tellHead` receives the response's head as soon as it arrives.
 */
export const searchOptions = (
  filters: SearchFilters,
  release?: number,
  tellHead: (head: AnswerHead) => void = () => undefined,
  /** The earlier selections of a comparison. */
  comparedWith?: readonly SearchFilters[],
) =>
  queryOptions({
    queryKey: ['search', filters, release, comparedWith],
    queryFn: async (asking): Promise<AnsweredSearch> => {
      const { signal, client } = asking;
      const know = (head: AnswerHead) => {
        keepTitles(client, filters, head);
        tellHead(head);
      };
      const ask = () =>
        withSlot(
          () =>
            sendForLongAnswer('/api/search', SearchAnswer, {
              body: { filters, pageSize, release, comparedWith } satisfies ComparableRequest,
              headers: queuePositionHeader,
              signal,
              beginning: { form: AnswerHead, endsBefore: headEndsBefore, tell: know },
            }),
          signal,
        );
      const answer = await inLine(ask, asking);
      keepTitles(client, filters, answer);
      return { filters, answer };
    },
    placeholderData: keepPreviousData,
    // Responses contain distributions of many thousands of values: comparing them costs more than drawing them.
    structuralSharing: false,
    // The screen's own banner reports an ended session.
    meta: { reportsSignedOut: true },
  });

/**
 * Caches the occupations' names together with the answer, so that the sentence has them at once: a later change would
 * move the figures down.
 */
function keepTitles(
  client: QueryClient,
  { cbo: one, cbos = [] }: SearchFilters,
  { occupations }: AnswerHead,
): void {
  for (const { cbo: codigo, titulo } of occupations) {
    if (titulo === null || (codigo !== one && !cbos.includes(codigo))) continue;
    const { queryKey } = occupationOptions(codigo);
    client.setQueryData(queryKey, (known) => known ?? { codigo, titulo });
  }
}

/** The head of a response, delivered while the rest is still loading. */
interface Beginning<Head extends z.ZodType> {
  readonly form: Head;
  /** The text that follows the head; up to there the response is an object without its closing brace. */
  readonly endsBefore: string;
  readonly tell: (head: z.output<Head>) => void;
}

/** Sends a body and delivers the head of a long response before the whole response arrives. */
export async function sendForLongAnswer<Response extends z.ZodType, Head extends z.ZodType>(
  path: string,
  response: Response,
  {
    beginning,
    ...sent
  }: {
    readonly body: object;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    readonly beginning: Beginning<Head>;
  },
): Promise<z.output<Response>> {
  const request = requestOf('POST', sent);
  const answer = await fetched(path, request);
  if (!answer.ok) throw await failureOf(answer);
  try {
    return agreed(response, await textAsItComes(answer, beginning));
  } catch (error) {
    if (error instanceof UnexpectedAnswerError || sent.signal.aborted) throw error;
    throw new UnreachableError(error);
  }
}

/** In milliseconds: if the whole response arrives within this time, the head is not delivered separately. */
const worthTelling = 30;

async function textAsItComes<Head extends z.ZodType>(
  { body }: Response,
  { form, endsBefore, tell }: Beginning<Head>,
): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let telling: ReturnType<typeof setTimeout> | undefined;
  try {
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      const from = Math.max(0, text.length - endsBefore.length);
      text += piece.value;
      const end = telling === undefined ? text.indexOf(endsBefore, from) : -1;
      if (end === -1) continue;
      const head = `${text.slice(0, end)}}`;
      telling = setTimeout(() => {
        const read = form.safeParse(maybeJson(head));
        if (read.success) tell(read.data);
      }, worthTelling);
    }
    return text;
  } finally {
    clearTimeout(telling);
  }
}

/** A response with its query; the rest of the response may still be loading. */
export type ShownSearch = { filters: SearchFilters; answer: ArrivingAnswer };

/**
 * The response to a query, and what to show meanwhile: its own head as soon as it arrives, before that the previous
 * response.
 */
export function useSearchAnswer(
  filters: SearchFilters,
  { release, isEnabled }: { release: number | undefined; isEnabled: boolean },
): { search: UseQueryResult<AnsweredSearch>; shown: ShownSearch | undefined } {
  const [head, setHead] = useState<{ key: string; shown: ShownSearch }>();
  const key = hashKey(searchOptions(filters, release).queryKey);
  const options = searchOptions(filters, release, (answer) =>
    setHead({ key, shown: { filters, answer } }),
  );
  const search = useQuery({ ...options, enabled: isEnabled });
  const isWhole = search.data !== undefined && !search.isPlaceholderData;
  const shown = !isWhole && head?.key === key ? head.shown : search.data;
  return { search, shown };
}
