import { readableRelease } from '../../answers/query/release.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { withLock } from '../../platform/store/lock.ts';
import type { FiguresDeps } from '../figures.ts';
import { comparedMonths, computeChanges } from './compute-changes.ts';
import { mailFollowers, type MailingDeps } from './mail-followers.ts';

export interface DigestDeps extends FiguresDeps, Pick<MailingDeps, 'mailer' | 'siteAddress'> {
  readonly clock: () => Date;
}

/** The names of the pass's two parts in `daily_runs`, whose days are months here. */
const parts = { changes: 'month changes', mails: 'month digest' } as const;
type Part = (typeof parts)[keyof typeof parts];

/**
 * Once for each new month: computes the changes of all saved searches and sends followers theirs. One process at a time
 * does it. What a failure or a stop interrupts runs again at the next call, the mails without the computation.
 */
export async function sendDigests(
  deps: DigestDeps,
  signal: AbortSignal,
): Promise<{ readonly result: string; readonly failure?: object }> {
  return withLock(deps.store, 'month digest', async () => {
    const release = readableRelease(await currentRelease(deps.store));
    const months = comparedMonths(release);
    if (months === null) return { result: 'no two months to compare' };
    const { month } = months;
    if (await isDone(deps, parts.mails, month)) return { result: 'done already' };
    if (!(await isDone(deps, parts.changes, month))) {
      const searches = await computeChanges(deps, release, months, signal);
      await markDone(deps, parts.changes, month, `${searches} saved searches`);
    }
    const { mails, failure } = await mailFollowers(deps, months, signal);
    const result = `${mails} mails`;
    if (failure !== null) return { result: `${result}, others are left`, failure };
    await markDone(deps, parts.mails, month, result);
    return { result };
  });
}

async function isDone({ store: { db } }: DigestDeps, name: Part, month: string): Promise<boolean> {
  const done = await db
    .selectFrom('daily_runs')
    .select('finished_at')
    .where('name', '=', name)
    .where('day', '=', month)
    .executeTakeFirst();
  return done !== undefined;
}

async function markDone(
  { store: { db }, clock }: DigestDeps,
  name: Part,
  month: string,
  result: string,
): Promise<void> {
  await db
    .insertInto('daily_runs')
    .values({ name, day: month, finished_at: clock().toISOString(), result })
    .onConflict((conflict) => conflict.columns(['name', 'day']).doNothing())
    .execute();
}
