import { problemParameter } from '../../shared/contracts/provider.ts';
import { isProviderProblem, providerProblems } from '../../shared/sentences/provider-problems.ts';
import type { UrlState } from './url-state.ts';

/** Why the sign-in with the provider failed; undefined if it did not. */
export function problemText(search: UrlState): string | undefined {
  const name = search[problemParameter];
  return isProviderProblem(name) ? providerProblems[name] : undefined;
}
