import { queryOptions } from '@tanstack/react-query';
import { problemParameter, SignInProvider } from '../../shared/contracts/provider.ts';
import { get } from './call.ts';
import type { UrlState } from './url-state.ts';

/** By whom people may sign in instead of by a password. */
export const signInProviderOptions = queryOptions({
  queryKey: ['sign-in-provider'],
  queryFn: ({ signal }) => get('/api/oidc', SignInProvider, { signal }),
  staleTime: Infinity,
});

/** Where a browser goes to sign in at the provider, or to prove there again who it is, and where it comes back to. */
export const providerAddress = (act: 'start' | 'confirm', returnTo: string) =>
  `/api/oidc/${act}?${new URLSearchParams({ returnTo }).toString()}`;

/** Search parameters, as the router tells them. */
export type Search = Readonly<Record<string, string | string[] | undefined>>;

/** The search without the problem, once it was told. */
export function withoutProblem(search: Search): UrlState {
  const { [problemParameter]: _, ...others } = search;
  return Object.fromEntries(
    Object.entries(others).filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined,
    ),
  );
}
