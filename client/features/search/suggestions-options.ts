import { queryOptions, skipToken } from '@tanstack/react-query';
import { z } from 'zod';
import { OccupationItem } from '../../../shared/contracts/reference.ts';
import { get } from '../../lib/call.ts';
import { failsQuietly, logged } from '../../lib/reference-options.ts';
import type { SuggestionLookup } from './search-text.ts';

/**
 * The occupations for the typed text: by code or by title. The list of a shorter text stays until the longer one's
 * arrives.
 */
export const suggestionsOptions = (lookup: SuggestionLookup | null) =>
  queryOptions({
    queryKey: ['reference', 'suggestions', lookup] as const,
    meta: failsQuietly,
    queryFn: lookup === null ? skipToken : ({ signal }) => logged(suggestionsFor(lookup, signal)),
    placeholderData: (before, query) =>
      isContinued(query?.queryKey[2], lookup) ? before : undefined,
  });

async function suggestionsFor(
  lookup: SuggestionLookup,
  signal: AbortSignal,
): Promise<OccupationItem[]> {
  if (lookup.kind === 'code') {
    const path = `/api/reference/cbo/${lookup.code}`;
    return [await get(path, OccupationItem, { signal })];
  }
  const found = await get(
    '/api/reference/cbo-by-title',
    z.union([z.array(OccupationItem), OccupationItem]),
    { query: { search: lookup.text }, signal },
  );
  return [found].flat();
}

/** Whether the results of one look-up may stay visible while the next one loads. */
export function isContinued(
  before: SuggestionLookup | null | undefined,
  now: SuggestionLookup | null,
): boolean {
  if (before?.kind === 'code') return now?.kind === 'code' && now.code === before.code;
  return before?.kind === 'title' && now?.kind === 'title' && now.text.startsWith(before.text);
}
