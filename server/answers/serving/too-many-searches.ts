import { AppError } from '../../platform/errors.ts';
import type { QueuePosition } from '../../platform/scheduler/scheduler.ts';

/** The error for a query that waits behind too many others: how many, and when to retry. */
export function tooManySearches({
  ahead,
  total,
  seconds,
  isLong,
  isWaiting,
}: QueuePosition): AppError {
  const searches = isLong
    ? counted(ahead, 'pesquisa grande', 'pesquisas grandes')
    : counted(ahead, 'pesquisa', 'pesquisas');
  return new AppError(
    'too_many_searches',
    503,
    `Há ${searches} na sua frente. Tente de novo em ${counted(seconds, 'segundo', 'segundos')}.`,
    { retryAfterSeconds: seconds, ...(isWaiting && { queue: { place: ahead + 1, total } }) },
  );
}

const counted = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;
