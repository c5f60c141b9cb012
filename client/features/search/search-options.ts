import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SearchRequest } from '../../../shared/contracts/search.ts';
import { SearchAnswer, type SearchFilters } from '../../../shared/contracts/search.ts';
import { atMost } from '../../lib/at-most.ts';
import { send } from '../../lib/call.ts';

/** Records of a page. */
const pageSize = 50;

/** A comparison asks several questions, and other people ask too. */
const inTurn = atMost(2);

/** An answer with the question it belongs to: an old answer never stands under a new question's name. */
export type AnsweredSearch = { filters: SearchFilters; answer: SearchAnswer };

/** The answer to a question; the one before stays until it arrives, and is aborted if it was still on its way. */
export const searchOptions = (filters: SearchFilters, release?: number) =>
  queryOptions({
    queryKey: ['search', filters, release],
    queryFn: async ({ signal }): Promise<AnsweredSearch> => ({
      filters,
      answer: await inTurn(
        () =>
          send(
            'POST',
            '/api/search',
            SearchAnswer,
            { filters, pageSize, release } satisfies SearchRequest,
            signal,
          ),
        signal,
      ),
    }),
    placeholderData: keepPreviousData,
    // Answers hold distributions of many thousand values: comparing them costs more than drawing them.
    structuralSharing: false,
    // The screen's own banner tells of an ended session.
    meta: { tellsSignedOut: true },
  });
