import { hashKey, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ArrivingAnswer, SearchFilters } from '../../../shared/contracts/search.ts';
import { searchOptions, type AnsweredSearch } from './search-options.ts';

/** An answer with its question; the rest of it may still be on its way. */
export type ShownSearch = { filters: SearchFilters; answer: ArrivingAnswer };

/**
 * The answer to a question, and what is to be shown meanwhile: its own head as soon as that is there, before that the
 * answer to the question before.
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
