import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { can, type Act } from '../../shared/contracts/acts.ts';
import type { LoginRequest } from '../../shared/contracts/identity.ts';
import { CurrentUser } from '../../shared/contracts/identity.ts';
import { CallError, get, send } from './call.ts';
import { forgetWindow } from './forget-window.ts';

const fiveMinutesMs = 5 * 60 * 1000;

/** The signed-in user, or null when signed out: here a 401 is a result, not an error. */
export const currentUserOptions = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await get('/api/user', CurrentUser, { signal });
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) throw error;
      // The session may have ended while no screen was open.
      forgetWindow();
      return null;
    }
  },
  staleTime: fiveMinutesMs,
  gcTime: Infinity,
  retry: false,
});

/** The current user; null when signed out or unknown. */
export function useCurrentUser(): CurrentUser | null {
  return useQuery(currentUserOptions).data ?? null;
}

/** Whether the current user may perform an act. */
export function useCan(act: Act): boolean {
  return can(useCurrentUser()?.role, act);
}

export function login(credentials: LoginRequest): Promise<CurrentUser> {
  return send('POST', '/api/login', CurrentUser, credentials);
}

/** Makes this the current user and clears what an earlier user was shown. */
export function enterSession(client: QueryClient, user: CurrentUser): void {
  forgetResponses(client);
  forgetWindow();
  client.setQueryData(currentUserOptions.queryKey, user);
}

/**
 * The session ended on the server: switches to the signed-out screens, and clears what the user was shown and what this
 * window stored.
 */
export function leaveSession(client: QueryClient): void {
  client.setQueryData(currentUserOptions.queryKey, null);
  forgetResponses(client);
  client.getMutationCache().clear();
  forgetWindow();
}

function forgetResponses(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'user' });
}
