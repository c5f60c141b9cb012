import { largestPay } from './pay-column.ts';
import type { CountedPay } from '../query/engine/counted-pay.ts';
import type { Question } from '../query/salary-query.ts';
import type { CountingLimits } from './count-ranked.ts';
import type { RecordPlace, WantedRecords } from './find-records.ts';
import { rankedPlan, type RankedPlan } from './plan.ts';
import type { RankedMonths } from './ranked-months.ts';
import { answerOf, idlestThreads, newJob, StopFlag, unexpected } from './ranked-threads.ts';
import { UnreadableMonthError } from './unreadable.ts';

/** The sources, besides the warehouse, from which the first records of a query are found. */
export interface NearRecords {
  readonly months: RankedMonths;
  /** The counts of the same query, which run concurrently. */
  readonly counted: () => Promise<CountedPay>;
}

/** Lines to scan before the counts are complete: a millisecond's work, enough for most queries. */
const linesAtFirst = 200_000;

/**
 * Finds where the first records of a query are, so that the engine need not search for them. Returns null if a month
 * has no readable file, or for salary bounds beyond the files. If records are rare, waits for the query's counts, which
 * show the months without records.
 */
export async function recordPlaces(
  question: Question,
  records: number,
  { months, counted }: NearRecords,
  { signal, isYielding }: CountingLimits,
): Promise<readonly RecordPlace[] | null> {
  using stopping = new StopFlag(signal);
  const asked = { stop: stopping.flag, isYielding };
  if (isBeyondFiles(question)) return null;
  const plan = rankedPlan(question, (month) => months.pathOf(question.release, month));
  if (plan === null) return null;
  try {
    const first = { records, months: null, mostLines: linesAtFirst };
    const places = await foundPlaces(plan, first, asked);
    if (places !== null) return places;
    const withRecords = monthsWithRecords(await counted());
    return await foundPlaces(plan, { records, months: withRecords, mostLines: Infinity }, asked);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof UnreadableMonthError)) throw error;
    months.forget(error.path);
    return null;
  }
}

/** The files do not distinguish salaries from `largestPay` on. */
const isBeyondFiles = ({ salaryFrom, salaryTo }: Question) =>
  Math.max(salaryFrom ?? 0, salaryTo ?? 0) >= largestPay;

async function foundPlaces(
  plan: RankedPlan,
  wanted: WantedRecords,
  { stop, isYielding }: { readonly stop: Int32Array; readonly isYielding: boolean | undefined },
) {
  const [thread] = idlestThreads({ isYielding });
  if (thread === undefined) return null;
  const answer = await answerOf(thread, newJob({ kind: 'find', plan, wanted, stop }));
  if (answer.kind !== 'found') throw unexpected(answer);
  return answer.places;
}

const monthsWithRecords = ({ groups }: CountedPay): number[] =>
  [...groups('month')].flatMap(([month, { count }]) => (count > 0 ? [month] : []));
