import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { OccupationItem } from '../../../shared/contracts/reference.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { TypedQuery } from '../../../shared/contracts/typed-query.ts';
import { plainText, formatList } from '../../../shared/words/format.ts';
import { get } from '../../lib/call.ts';
import { failsQuietly, logged } from '../../lib/reference-options.ts';
import { replacing } from './search-form.ts';
import { suggestionLookup, type SuggestionLookup } from './search-text.ts';

/**
 * The meaning of the typed text: an occupation by its code, or occupations and filters by words. The list of a shorter
 * text stays until the longer one's arrives. A later text does not abort the look-up, which a submitted query may
 * await.
 */
export const typedQueryOptions = (lookup: SuggestionLookup | null) =>
  queryOptions({
    queryKey: ['reference', 'suggestions', lookup] as const,
    meta: failsQuietly,
    queryFn: lookup === null ? skipToken : () => logged(typedQuery(lookup)),
    placeholderData: (before, query) =>
      isContinued(query?.queryKey[2], lookup) ? before : undefined,
  });

async function typedQuery(lookup: SuggestionLookup): Promise<TypedQuery> {
  if (lookup.kind === 'title') {
    const query = { search: lookup.text };
    return get('/api/reference/typed-question', TypedQuery, { query });
  }
  const ocupacao = await get(`/api/reference/cbo/${lookup.code}`, OccupationItem);
  const sugestoes = [{ ocupacao, filtros: {}, nota: '' }];
  return { cargo: lookup.code, filtros: {}, partes: [], naoLidas: [], sugestoes };
}

/** Whether the results of one look-up may stay visible while the next one loads. */
export function isContinued(
  before: SuggestionLookup | null | undefined,
  now: SuggestionLookup | null,
): boolean {
  if (before?.kind === 'code') return now?.kind === 'code' && now.code === before.code;
  return before?.kind === 'title' && now?.kind === 'title' && now.text.startsWith(before.text);
}

/** The words that a query leaves out; empty without any. */
export const unreadText = (words: readonly string[]): string =>
  words.length === 0 ? '' : `Fora da pesquisa: ${formatList(words.map((word) => `“${word}”`))}.`;

/**
 * The query with the job and the filters of its text, for a text that is searched without a suggestion, and the words
 * that it leaves out. The same query if the text has no other words than the job or the server does not answer.
 */
export async function withTypedFilters(
  client: QueryClient,
  query: SearchFilters,
): Promise<{ filters: SearchFilters; unread: readonly string[] }> {
  const same = { filters: query, unread: [] };
  const lookup = suggestionLookup(query.searchQuery ?? '');
  if (lookup?.kind !== 'title') return same;
  const read = await client.fetchQuery(typedQueryOptions(lookup)).catch(() => null);
  if (read === null) return same;
  const isAsTyped = read.cargo === '' || plainText(read.cargo) === plainText(lookup.text);
  if (isAsTyped && Object.keys(read.filtros).length === 0) return same;
  const filters = {
    ...query,
    ...replacing(read.filtros),
    searchQuery: read.cargo === '' ? undefined : read.cargo,
  };
  return { filters, unread: read.naoLidas };
}
