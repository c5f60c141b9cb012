import {
  providerProblems,
  type ProviderProblem,
} from '../../../../shared/sentences/provider-problems.ts';
import { AppError } from '../../../platform/errors.ts';

/** The error for a failed sign-in by the provider; the route shows it on a page. */
export const problem = (name: ProviderProblem, cause?: unknown) =>
  new AppError(name, 403, providerProblems[name], { cause });
