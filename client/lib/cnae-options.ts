import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { CnaeDetailsRequest } from '../../shared/codes/cnae.ts';
import { CnaeItem, shortestCnaeSearch } from '../../shared/codes/cnae.ts';
import { get, send } from './call.ts';

export const cnaeSearchOptions = (search: string) =>
  queryOptions({
    queryKey: ['cnae', search],
    queryFn: ({ signal }) =>
      get('/api/reference/cnae', z.array(CnaeItem), { query: { search }, signal }),
    enabled: search.length >= shortestCnaeSearch,
    placeholderData: keepPreviousData,
  });

export const cnaeDetailsOptions = (codes: readonly string[]) =>
  queryOptions({
    queryKey: ['cnae-details', codes],
    queryFn: ({ signal }) =>
      send(
        'POST',
        '/api/reference/cnae/details',
        z.array(CnaeItem),
        { cnaes: [...codes] } satisfies CnaeDetailsRequest,
        { signal },
      ),
    enabled: codes.length > 0,
    placeholderData: keepPreviousData,
  });

/** The subclass of a seven-digit code; null if the table does not have the code, which can occur in files. */
export const cnaeOptions = (code: string) =>
  queryOptions({
    queryKey: ['cnae-code', code],
    queryFn: async ({ signal }) => {
      const found = await get('/api/reference/cnae', z.array(CnaeItem), {
        query: { search: code },
        signal,
      });
      return found.find(({ codigo }) => codigo === code) ?? null;
    },
    meta: { tellsSignedOut: true },
  });
