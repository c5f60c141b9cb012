import { AppError } from '../platform/errors.ts';

/** What is said to whoever waits behind too many questions. */
export const tooManySearches = () =>
  new AppError(
    'too_many_searches',
    503,
    'Há muitas pesquisas ao mesmo tempo. Tente de novo em alguns segundos.',
    { retryAfterSeconds: 5 },
  );
