import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  AnswerHead,
  headEndsBefore,
  SearchAnswer,
  type SearchFilters,
  type SearchRequest,
} from '../../../shared/contracts/search.ts';
import { atMost } from '../../lib/at-most.ts';
import { inLine, toldPlaceSoon } from '../../lib/line-place.ts';
import { sendForLongAnswer } from '../../lib/long-answer.ts';
import { occupationOptions } from '../../lib/reference-options.ts';

/** Records of a page. */
const pageSize = 50;

type ComparableRequest = Omit<SearchRequest, 'comparedWith'> & {
  readonly comparedWith: readonly SearchFilters[] | undefined;
};

/** A comparison asks several questions, and other people ask too. */
const inTurn = atMost(2);

/** An answer with the question it belongs to: an old answer never stands under a new question's name. */
export type AnsweredSearch = { filters: SearchFilters; answer: SearchAnswer };

/**
 * The answer to a question; the one before stays until it arrives, and is aborted if it was still on its way. Its head
 * is told as soon as it is there.
 */
export const searchOptions = (
  filters: SearchFilters,
  release?: number,
  tellHead: (head: AnswerHead) => void = () => undefined,
  /** The selections before it, in a comparison. */
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
        inTurn(
          () =>
            sendForLongAnswer('/api/search', SearchAnswer, {
              body: { filters, pageSize, release, comparedWith } satisfies ComparableRequest,
              headers: toldPlaceSoon,
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
    // Answers hold distributions of many thousand values: comparing them costs more than drawing them.
    structuralSharing: false,
    // The screen's own banner tells of an ended session.
    meta: { tellsSignedOut: true },
  });

/** The sentence of the question has its occupations' names as soon as the answer: later it would push the figures down. */
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
