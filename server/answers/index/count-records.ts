import { UncountableRowsError } from './uncountable.ts';
import type { Question } from '../query/salary-query.ts';
import type { CountingLimits } from './count-ranked.ts';
import { rankedPlan } from './plan.ts';
import type { RankedMonths } from './ranked-months.ts';
import { answerOf, idlestThreads, newJob, StopFlag, unexpected } from './ranked-threads.ts';
import { UnreadableMonthError } from './unreadable.ts';

/**
 * How many records a query has, from the files of its months; null in the cases in which `countMonths` returns null.
 */
export async function countRecordsOfMonths(
  months: RankedMonths,
  question: Question,
  { signal, isYielding }: CountingLimits,
): Promise<number | null> {
  using stopping = new StopFlag(signal);
  const plan = rankedPlan(question, (month) => months.pathOf(question.release, month));
  const [thread] = idlestThreads({ isYielding });
  if (plan === null || thread === undefined) return null;
  try {
    const answer = await answerOf(thread, newJob({ kind: 'records', plan, stop: stopping.flag }));
    if (answer.kind !== 'records') throw unexpected(answer);
    return answer.records;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof UncountableRowsError) return null;
    if (!(error instanceof UnreadableMonthError)) throw error;
    months.forget(error.path);
    return null;
  }
}
