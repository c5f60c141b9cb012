import { QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError } from './call.ts';

const fiveMinutesMs = 5 * 60 * 1000;

/**
 * The cache of server answers, by the specification's constants; `onSignedOut` hears of a 401, unless the
 * query's `meta.tellsSignedOut` says that its own panel tells of it.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isTold = query.meta?.['tellsSignedOut'] === true;
        if (!isTold && error instanceof CallError && error.status === 401) onSignedOut();
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
