import { QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError } from './call.ts';

const fiveMinutesMs = 5 * 60 * 1000;

/**
 * The cache of server responses, with the specification's constants. A 401 calls `onSignedOut`, unless the query's
 * `meta.reportsSignedOut` states that its own panel reports it.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isReported = query.meta?.['reportsSignedOut'] === true;
        if (!isReported && error instanceof CallError && error.status === 401) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: fiveMinutesMs,
        gcTime: fiveMinutesMs,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
