import { hashKey, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ArrivingAnswer, SearchFilters } from '../../../shared/contracts/search.ts';
import { searchOptions, type AnsweredSearch } from './search-options.ts';

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
