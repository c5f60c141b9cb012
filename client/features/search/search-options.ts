import { keepPreviousData, queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import {
  AnswerHead,
  headEndsBefore,
  SearchAnswer,
  type SearchFilters,
  type SearchRequest,
} from '../../../shared/contracts/search.ts';
import type { LinePlace } from '../../lib/ask-in-line.ts';
import { atMost } from '../../lib/at-most.ts';
import { CallError } from '../../lib/call.ts';
import { sendForLongAnswer } from '../../lib/long-answer.ts';
import { occupationOptions } from '../../lib/reference-options.ts';

/** Records of a page. */
const pageSize = 50;

/** How long a question may wait for its turn before the page is told its place. */
const untilPlaceSeconds = 4;

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
) =>
  queryOptions({
    queryKey: ['search', filters, release],
    queryFn: async ({ signal, client }): Promise<AnsweredSearch> => {
      const { queryKey } = placeOptions(filters, release);
      const know = (head: AnswerHead) => {
        keepTitles(client, filters, head);
        tellHead(head);
      };
      const ask = async () => {
        const answer = await inTurn(
          () =>
            sendForLongAnswer('/api/search', SearchAnswer, {
              body: { filters, pageSize, release } satisfies SearchRequest,
              headers: { prefer: `wait=${untilPlaceSeconds}` },
              signal,
              beginning: { form: AnswerHead, endsBefore: headEndsBefore, tell: know },
            }),
          signal,
        );
        keepTitles(client, filters, answer);
        return answer;
      };
      try {
        return { filters, answer: await ask() };
      } catch (error) {
        if (!(error instanceof CallError) || error.queue === undefined) throw error;
        const onPlace = (place: LinePlace) => client.setQueryData(queryKey, place);
        const { askInLine } = await import('../../lib/ask-in-line.ts');
        return { filters, answer: await askInLine(ask, error, { signal, onPlace }) };
      } finally {
        client.setQueryData(queryKey, null);
      }
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

/** Where a question stands that waits for its turn, null where none waits; told by `searchOptions` as it asks. */
export const placeOptions = (filters: SearchFilters, release?: number) =>
  queryOptions<LinePlace | null>({
    queryKey: ['search-place', filters, release],
    queryFn: skipToken,
  });
