import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { searchOptions, type AnsweredSearch } from '../features/search/search-options.ts';

const nothing = SearchFilters.parse({});

function useAnswer(
  filters: SearchFilters | undefined,
  release: number | undefined,
  isEnabled: boolean,
) {
  return useQuery({
    ...searchOptions(filters ?? nothing, release),
    enabled: isEnabled && filters !== undefined,
  });
}

/** The answers of up to five questions, each in its place: the old one stays there until the next has come. */
export function useSelectionAnswers(
  [a, b, c, d, e]: readonly SearchFilters[],
  release: number | undefined,
  isEnabled: boolean,
): UseQueryResult<AnsweredSearch>[] {
  const answers = [
    useAnswer(a, release, isEnabled),
    useAnswer(b, release, isEnabled),
    useAnswer(c, release, isEnabled),
    useAnswer(d, release, isEnabled),
    useAnswer(e, release, isEnabled),
  ];
  return answers.slice(0, [a, b, c, d, e].filter((filters) => filters !== undefined).length);
}
