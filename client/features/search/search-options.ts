import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import PQueue from 'p-queue';
import {
  AnswerHead,
  headEndsBefore,
  SearchAnswer,
  type SearchFilters,
  type SearchRequest,
} from '../../../shared/contracts/search.ts';
import { inLine, toldPlaceSoon } from '../../lib/line-place.ts';
import { sendForLongAnswer } from '../../lib/long-answer.ts';
import { occupationOptions } from '../../lib/reference-options.ts';

const pageSize = 50;

type ComparableRequest = Omit<SearchRequest, 'comparedWith'> & {
  readonly comparedWith: readonly SearchFilters[] | undefined;
};

/** At most two queries at a time: a comparison runs several, and the server has other users. */
const atOnce = new PQueue({ concurrency: 2 });

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
        atOnce.add(
          () =>
            sendForLongAnswer('/api/search', SearchAnswer, {
              body: { filters, pageSize, release, comparedWith } satisfies ComparableRequest,
              headers: toldPlaceSoon,
              signal,
              beginning: { form: AnswerHead, endsBefore: headEndsBefore, tell: know },
            }),
          { signal },
        );
      const answer = await inLine(ask, asking);
      keepTitles(client, filters, answer);
      return { filters, answer };
    },
    placeholderData: keepPreviousData,
    // Responses contain distributions of many thousands of values: comparing them costs more than drawing them.
    structuralSharing: false,
    // The screen's own banner reports an ended session.
    meta: { tellsSignedOut: true },
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
