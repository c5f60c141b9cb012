import {
  digestNote,
  digestSentences,
  digestTitle,
} from '../../../shared/sentences/month-digest.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { monthDigestMail } from '../../platform/mail/mail-templates.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { FiguresDeps } from '../figures.ts';
import { comparedMonths, computeChanges } from './compute-changes.ts';
import { unsubscribeToken } from './follows.ts';
import { readDigest } from './read-digest.ts';

export interface DigestDeps extends FiguresDeps {
  readonly clock: () => Date;
  readonly mailQueue: Pick<MailQueue, 'add'>;
  /** Without a slash at the end. */
  readonly siteAddress: () => string;
}

/** The name of the pass in `daily_runs`, whose days are months here. */
const name = 'month digest';

/**
 * Once for each new month: computes the changes of all saved searches and sends followers theirs. A pass that a failure
 * or a stop interrupts runs again as a whole, which computes the same; no follower receives a second mail about a month.
 */
export async function sendDigests(
  deps: DigestDeps,
  signal: AbortSignal,
): Promise<{ readonly result: string }> {
  const { db } = deps.store;
  const release = readableRelease(await currentRelease(deps.store));
  const months = comparedMonths(release);
  if (months === null) return { result: 'no two months to compare' };
  const { month } = months;
  const done = await db
    .selectFrom('daily_runs')
    .select('finished_at')
    .where('name', '=', name)
    .where('day', '=', month)
    .executeTakeFirst();
  if (done !== undefined) return { result: 'done already' };
  const searches = await computeChanges(deps, release, months, signal);
  const mails = await mailFollowers(deps, month);
  const result = `${searches} saved searches, ${mails} mails`;
  await db
    .insertInto('daily_runs')
    .values({ name, day: month, finished_at: deps.clock().toISOString(), result })
    .onConflict((conflict) => conflict.columns(['name', 'day']).doNothing())
    .execute();
  return { result };
}

async function mailFollowers(deps: DigestDeps, month: string): Promise<number> {
  const { db } = deps.store;
  const followers = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'company_id'])
    .where('is_active', '=', 1)
    .where('id', 'in', (follow) => follow.selectFrom('saved_search_follows').select('user_id'))
    .orderBy('id')
    .execute();
  let mails = 0;
  for (const { id, email, first_name: firstName, company_id: companyId } of followers) {
    const digest = await readDigest(db, { id, companyId });
    if (digest === null || digest.month !== month || digest.changes.length === 0) continue;
    const claimed = await claimNotices(deps, id, digest);
    const changes = digest.changes.filter((change) => claimed.has(change.id));
    if (changes.length === 0) continue;
    const site = deps.siteAddress();
    const mail = monthDigestMail(
      { firstName },
      {
        title: digestTitle(digest),
        sentences: digestSentences({ ...digest, changes }),
        note: digestNote,
        address: `${site}/saved`,
        unsubscribeAddress: `${site}/unsubscribe#token=${await unsubscribeToken(db, id)}`,
      },
    );
    deps.mailQueue.add(email, mail);
    mails += 1;
  }
  return mails;
}

/** The followed searches among these changes whose notice no process has claimed for this month. */
async function claimNotices(
  { store: { db } }: DigestDeps,
  userId: string,
  {
    month,
    changes,
  }: { readonly month: string; readonly changes: readonly { readonly id: string }[] },
): Promise<ReadonlySet<string>> {
  const claimed = await db
    .updateTable('saved_search_follows')
    .set({ informed_month: month })
    .where('user_id', '=', userId)
    .where(
      'saved_search_id',
      'in',
      changes.map(({ id }) => id),
    )
    .where((where) =>
      where.or([where('informed_month', 'is', null), where('informed_month', '<', month)]),
    )
    .returning('saved_search_id')
    .execute();
  return new Set(claimed.map((row) => row.saved_search_id));
}
