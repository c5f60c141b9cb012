import {
  providerProblems,
  type ProviderProblem,
} from '../../../../shared/sentences/provider-problems.ts';
import { AppError } from '../../../platform/errors.ts';

/** Why nobody is signed in by the provider now; the route tells it on a page. */
export const problem = (name: ProviderProblem, cause?: unknown) =>
  new AppError(name, 403, providerProblems[name], { cause });
