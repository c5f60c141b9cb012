import { readableRelease } from '../../answers/query/release.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { withLock } from '../../platform/store/lock.ts';
import type { FiguresDeps } from '../figures.ts';
import { comparedMonths, computeChanges } from './compute-changes.ts';
import { mailFollowers, type MailingDeps } from './mail-followers.ts';

export interface DigestDeps extends FiguresDeps, Pick<MailingDeps, 'mailer' | 'siteAddress'> {
  readonly clock: () => Date;
}

/** The names of the pass's two parts in `daily_runs`. The day of the mails is a month, that of the changes a release. */
const parts = { changes: 'month changes', mails: 'month digest' } as const;
type Part = (typeof parts)[keyof typeof parts];

/**
 * Computes the changes of all saved searches once per release, and mails followers theirs once per new month, in one
 * process at a time. After a failure or a stop, the next call runs the unfinished part again.
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
    const ofRelease = `${month} ${release.number}`;
    if (!(await isDone(deps, parts.changes, ofRelease))) {
      const searches = await computeChanges(deps, release, months, signal);
      // The changes of a release that is current again were overwritten.
      await deps.store.db.deleteFrom('daily_runs').where('name', '=', parts.changes).execute();
      await markDone(deps, parts.changes, ofRelease, `${searches} saved searches`);
    }
    if (await isDone(deps, parts.mails, month)) return { result: 'done already' };
    const { mails, refused, failure } = await mailFollowers(deps, months, signal);
    const result = `${mails} mails${refused === 0 ? '' : `, ${refused} refused for good`}`;
    if (failure !== null) return { result: `${result}, others are left`, failure };
    await markDone(deps, parts.mails, month, result);
    return { result };
  });
}

async function isDone({ store: { db } }: DigestDeps, name: Part, day: string): Promise<boolean> {
  const done = await db
    .selectFrom('daily_runs')
    .select('finished_at')
    .where('name', '=', name)
    .where('day', '=', day)
    .executeTakeFirst();
  return done !== undefined;
}

async function markDone(
  { store: { db }, clock }: DigestDeps,
  name: Part,
  day: string,
  result: string,
): Promise<void> {
  await db
    .insertInto('daily_runs')
    .values({ name, day, finished_at: clock().toISOString(), result })
    .onConflict((conflict) => conflict.columns(['name', 'day']).doNothing())
    .execute();
}
