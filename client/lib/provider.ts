import { queryOptions } from '@tanstack/react-query';
import { problemParameter, SignInProvider } from '../../shared/contracts/provider.ts';
import { get } from './call.ts';
import type { UrlState } from './url-state.ts';

/** The provider with which users can sign in instead of a password. */
export const signInProviderOptions = queryOptions({
  queryKey: ['sign-in-provider'],
  queryFn: ({ signal }) => get('/api/oidc', SignInProvider, { signal }),
  staleTime: Infinity,
});

/** The address to sign in with the provider, or to confirm the identity there, and the path to return to. */
export const providerAddress = (act: 'start' | 'confirm', returnTo: string) =>
  `/api/oidc/${act}?${new URLSearchParams({ returnTo }).toString()}`;

/** Search parameters in the router's form. */
export type Search = Readonly<Record<string, string | string[] | undefined>>;

/** The search without the problem, after it was shown. */
export function withoutProblem(search: Search): UrlState {
  const { [problemParameter]: _, ...others } = search;
  return Object.fromEntries(
    Object.entries(others).filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined,
    ),
  );
}
