import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
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
      const ask = () =>
        inTurn(
          () =>
            sendForLongAnswer('/api/search', SearchAnswer, {
              body: { filters, pageSize, release } satisfies SearchRequest,
              headers: { prefer: `wait=${untilPlaceSeconds}` },
              signal,
              beginning: { form: AnswerHead, endsBefore: headEndsBefore, tell: tellHead },
            }),
          signal,
        );
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

/** Where a question stands that waits for its turn, null where none waits; told by `searchOptions` as it asks. */
export const placeOptions = (filters: SearchFilters, release?: number) =>
  queryOptions<LinePlace | null>({
    queryKey: ['search-place', filters, release],
    queryFn: skipToken,
  });
