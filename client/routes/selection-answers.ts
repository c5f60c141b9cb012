import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { searchOptions, type AnsweredSearch } from '../features/search/search-options.ts';

const nothing = SearchFilters.parse({});

/** The answer of one of some selections, which the server suppresses where it is nearly that of the selections before it. */
export const selectionOptions = (
  selections: readonly SearchFilters[],
  place: number,
  release: number | undefined,
) => searchOptions(selections[place] ?? nothing, release, undefined, selections.slice(0, place));

/** The answers of up to five questions, each in its place: the old one stays there until the next has come. */
export function useSelectionAnswers(
  selections: readonly SearchFilters[],
  release: number | undefined,
  isEnabled: boolean,
): UseQueryResult<AnsweredSearch>[] {
  const optionsOf = (place: number) => ({
    ...selectionOptions(selections, place, release),
    enabled: isEnabled && place < selections.length,
  });
  const answers = [
    useQuery(optionsOf(0)),
    useQuery(optionsOf(1)),
    useQuery(optionsOf(2)),
    useQuery(optionsOf(3)),
    useQuery(optionsOf(4)),
  ];
  return answers.slice(0, selections.length);
}
