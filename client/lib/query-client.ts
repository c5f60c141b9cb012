import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError, UnreachableError } from './call.ts';
import { waitForServer } from './network.ts';

const fiveMinutesMs = 5 * 60 * 1000;
/** Time before a call that the server refused with 401 is repeated once, in milliseconds. */
const againMs = 200;

// By default, a screen learns in a later task that its call is in progress; a second click can come before.
notifyManager.setScheduler(queueMicrotask);

/**
 * The cache of server responses, with the specification's constants. An ended session calls `onSignedOut`, unless the
 * query's `meta.reportsSignedOut` states that its own panel reports it. After a change of something that no longer
 * exists, or whose response was lost, the shown responses are fetched again; after the server was away, those that failed.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  let isWaiting = false;
  const refetchOnceBack = async () => {
    if (isWaiting) return;
    isWaiting = true;
    const wasAway = await waitForServer();
    isWaiting = false;
    // Where the server responds, this call alone failed, and could go on failing.
    if (!wasAway) return;
    await client.refetchQueries({
      type: 'active',
      // A query that ends the server must not be repeated for ever.
      predicate: ({ state }) => isWithoutServer(state.error) && state.errorUpdateCount <= 3,
    });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.['reportsSignedOut'] !== true && isSignedOut(error)) onSignedOut();
        if (isWithoutServer(error)) void refetchOnceBack();
      },
    }),
    // After the mutation's own message, which this one replaces.
    mutationCache: new MutationCache({
      onSettled: (_answer, error) => {
        if (isSignedOut(error)) onSignedOut();
        if (isOfMissing(error)) void client.invalidateQueries();
        // The server can have made the change.
        if (isWithoutServer(error)) void waitForServer().then(() => client.invalidateQueries());
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: fiveMinutesMs,
        gcTime: fiveMinutesMs,
        // A proof of identity replaces the session's token: a call in progress carries the old one.
        retry: (failures, error) =>
          failures === 0 && error instanceof CallError && error.status === 401,
        retryDelay: againMs,
        refetchOnWindowFocus: false,
        // Only what the lost connection made fail.
        refetchOnReconnect: ({ state }) => state.error instanceof UnreachableError && 'always',
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** Whether there was no response, or only a gateway's error. */
const isWithoutServer = (error: Error | null) =>
  error instanceof UnreachableError ||
  (error instanceof CallError && error.code === undefined && error.status >= 500);

/** Whether the call is about something that another window or user has deleted: what is shown is out of date. */
const isOfMissing = (error: Error | null) =>
  error instanceof CallError && error.status === 404 && error.code !== undefined;

/** Not the 401 of a wrong password or code. */
const isSignedOut = (error: Error | null) =>
  error instanceof CallError && error.code === 'not_signed_in';
