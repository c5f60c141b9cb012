import { queryOptions, skipToken } from '@tanstack/react-query';
import { z } from 'zod';
import { MunicipalityItem, OccupationItem, StateItem } from '../../../shared/reference.ts';
import { call } from '../../lib/call.ts';
import type { SuggestionLookup } from './search-text.ts';

// A look-up that fails only leaves its list empty (specification, §8); the search tells of an ended session.
const failsQuietly = { tellsSignedOut: true };

const RegionItem = z.object({ codigo: z.string(), nome: z.string() });

export const regionsOptions = queryOptions({
  queryKey: ['reference', 'regions'],
  queryFn: ({ signal }) =>
    call(
      { method: 'GET', path: '/api/reference/regions', response: z.array(RegionItem) },
      { signal },
    ),
});

export const statesOptions = queryOptions({
  queryKey: ['reference', 'states'],
  queryFn: ({ signal }) =>
    call(
      { method: 'GET', path: '/api/reference/states', response: z.array(StateItem) },
      { signal },
    ),
});

/** The municipalities of a state; nothing is asked while no state is chosen. */
export const municipalitiesOptions = (uf: string) =>
  queryOptions({
    queryKey: ['reference', 'municipalities', uf],
    meta: failsQuietly,
    queryFn:
      uf === 'all'
        ? skipToken
        : ({ signal }) =>
            call(
              {
                method: 'GET',
                path: '/api/reference/municipalities',
                response: z.array(MunicipalityItem),
              },
              { query: { uf }, signal },
            ),
  });

/** The title of a CBO code; null when the list does not have it. */
export const occupationOptions = (code: string | undefined) =>
  queryOptions({
    queryKey: ['reference', 'cbo', code],
    meta: failsQuietly,
    queryFn:
      code === undefined
        ? skipToken
        : ({ signal }) =>
            call(
              { method: 'GET', path: `/api/reference/cbo/${code}`, response: OccupationItem },
              { signal },
            ),
  });

/** Occupations for what is typed: by code or by title. The list for a shorter text stays until that for the longer one comes. */
export const suggestionsOptions = (lookup: SuggestionLookup | null) =>
  queryOptions({
    queryKey: ['reference', 'suggestions', lookup] as const,
    meta: failsQuietly,
    queryFn:
      lookup === null
        ? skipToken
        : async ({ signal }) => {
            if (lookup.kind === 'code') {
              const path = `/api/reference/cbo/${lookup.code}`;
              return [await call({ method: 'GET', path, response: OccupationItem }, { signal })];
            }
            const found = await call(
              {
                method: 'GET',
                path: '/api/reference/cbo-by-title',
                response: z.union([z.array(OccupationItem), OccupationItem]),
              },
              { query: { search: lookup.text }, signal },
            );
            return [found].flat();
          },
    placeholderData: (before, query) =>
      isContinued(query?.queryKey[2], lookup) ? before : undefined,
  });

function isContinued(
  before: SuggestionLookup | null | undefined,
  now: SuggestionLookup | null,
): boolean {
  return before?.kind === 'title' && now?.kind === 'title' && now.text.startsWith(before.text);
}
