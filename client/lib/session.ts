import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { can, type Act } from '../../shared/contracts/acts.ts';
import type { LoginRequest } from '../../shared/contracts/identity.ts';
import { CurrentUser } from '../../shared/contracts/identity.ts';
import { CallError, get, send } from './call.ts';

const fiveMinutesMs = 5 * 60 * 1000;

/** The signed-in person, or null when signed out: a 401 is an answer here. */
export const currentUserOptions = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await get('/api/user', CurrentUser, { signal });
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: fiveMinutesMs,
  gcTime: Infinity,
  retry: false,
});

/** The person who uses the product now; null when signed out or when it cannot be known. */
export function useCurrentUser(): CurrentUser | null {
  return useQuery(currentUserOptions).data ?? null;
}

/** Whether the person who uses the product now may do it. */
export function useCan(act: Act): boolean {
  return can(useCurrentUser()?.role, act);
}

export function login(credentials: LoginRequest): Promise<CurrentUser> {
  return send('POST', '/api/login', CurrentUser, credentials);
}

/** Makes the person the current user and forgets what an earlier one was shown. */
export function enterSession(client: QueryClient, user: CurrentUser): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'user' });
  client.setQueryData(currentUserOptions.queryKey, user);
}

/** The session has ended on the server: the screens of the signed-out take over. */
export function leaveSession(client: QueryClient): void {
  client.setQueryData(currentUserOptions.queryKey, null);
}
