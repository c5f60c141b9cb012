import { useQuery } from '@tanstack/react-query';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { selectionSearchOptions } from '../features/search/search-options.ts';
import type { Answer } from './use-comparison.ts';

const nothing = SearchFilters.parse({});

/** The query options of one selection; the server suppresses a response that is almost an earlier selection's. */
export const selectionOptions = (
  selections: readonly SearchFilters[],
  place: number,
  release: number | undefined,
) => selectionSearchOptions(selections[place] ?? nothing, release, selections.slice(0, place));

/** The responses of up to five queries, by position: the previous one stays until the next has arrived. */
export function useSelectionAnswers(
  selections: readonly SearchFilters[],
  release: number | undefined,
  isEnabled: boolean,
): Answer[] {
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
