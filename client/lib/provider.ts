import { problemParameter, SignInProvider } from '../../shared/contracts/provider.ts';
import { getOptions } from './get-options.ts';
import type { UrlState } from './url-state.ts';

/** The provider with which users can sign in instead of a password. */
export const signInProviderOptions = getOptions(['sign-in-provider'], '/api/oidc', SignInProvider, {
  staleTime: Infinity,
});

/** The address to sign in with the provider, or to confirm the identity there, and the path to return to. */
export const providerAddress = (act: 'start' | 'confirm', returnTo: string) =>
  `/api/oidc/${act}?${new URLSearchParams({ returnTo }).toString()}`;

/** The search without the problem, after it was shown. */
export function withoutProblem(search: UrlState): UrlState {
  const { [problemParameter]: _, ...others } = search;
  return others;
}
