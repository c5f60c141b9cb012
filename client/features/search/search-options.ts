import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  AnswerHead,
  headEndsBefore,
  SearchAnswer,
  type SearchFilters,
  type SearchRequest,
} from '../../../shared/contracts/search.ts';
import { atMost } from '../../lib/at-most.ts';
import { sendForLongAnswer } from '../../lib/long-answer.ts';

/** Records of a page. */
const pageSize = 50;

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
    queryFn: async ({ signal }): Promise<AnsweredSearch> => ({
      filters,
      answer: await inTurn(
        () =>
          sendForLongAnswer('/api/search', SearchAnswer, {
            body: { filters, pageSize, release } satisfies SearchRequest,
            signal,
            beginning: { form: AnswerHead, endsBefore: headEndsBefore, tell: tellHead },
          }),
        signal,
      ),
    }),
    placeholderData: keepPreviousData,
    // Answers hold distributions of many thousand values: comparing them costs more than drawing them.
    structuralSharing: false,
    // The screen's own banner tells of an ended session.
    meta: { tellsSignedOut: true },
  });
