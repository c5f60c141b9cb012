import type { MonthDigest } from '../../../shared/contracts/month-digest.ts';
import {
  digestNote,
  digestSentences,
  digestTitle,
} from '../../../shared/sentences/month-digest.ts';
import { monthDigestMail } from '../../platform/mail/mail-templates.ts';
import { mailFailureCodes, refusalOf, type Mailer } from '../../platform/mail/mailer.ts';
import type { Store } from '../../platform/store/store.ts';
import type { ComparedMonths } from './compute-changes.ts';
import { unsubscribeToken } from './follows.ts';
import { readDigest } from './read-digest.ts';

export interface MailingDeps {
  readonly store: Store;
  readonly mailer: Pick<Mailer, 'send'>;
  /** Without a slash at the end. */
  readonly siteAddress: () => string;
}

/**
 * Sends each follower the changes of these months in one mail; a search that is followed later has no mail of its own.
 * The notices are claimed in the database before the mail is sent, and released if it cannot be sent now: no mail is
 * sent twice unless the mail server's answer is lost, and a crash loses at most one. Stops at a failure that concerns all
 * mails. Returns the numbers of mails accepted and refused for good, and the codes of the last failure: null if no mail
 * is left to be sent later.
 */
export async function mailFollowers(
  deps: MailingDeps,
  months: ComparedMonths,
  signal: AbortSignal,
) {
  const { db } = deps.store;
  const followers = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'company_id'])
    .where('is_active', '=', 1)
    .where('id', 'in', (follow) => follow.selectFrom('saved_search_follows').select('user_id'))
    .where('id', 'not in', (follow) =>
      follow
        .selectFrom('saved_search_follows')
        .select('user_id')
        .where('informed_month', '=', months.month),
    )
    .orderBy('id')
    .execute();
  let [mails, refused] = [0, 0];
  let failure: object | null = null;
  for (const { id, email, first_name: firstName, company_id: companyId } of followers) {
    signal.throwIfAborted();
    const digest = await readDigest(db, { id, companyId }, months);
    if (digest === null) continue;
    const notices = await claimNotices(deps, id, digest);
    const claimed = new Set(notices.map((notice) => notice.saved_search_id));
    const changes = digest.changes.filter((change) => claimed.has(change.id));
    if (changes.length === 0) continue;
    const mail = await writtenMail(deps, { id, firstName }, { ...digest, changes });
    try {
      await deps.mailer.send(email, mail);
      mails += 1;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === 'for good') {
        refused += 1;
        continue;
      }
      failure = mailFailureCodes(error);
      await releaseNotices(deps, id, notices);
      if (refusal === null) break;
    }
  }
  return { mails, refused, failure };
}

async function writtenMail(
  { store: { db }, siteAddress }: MailingDeps,
  { id, firstName }: { readonly id: string; readonly firstName: string },
  digest: MonthDigest,
) {
  const site = siteAddress();
  const token = await unsubscribeToken(db, id);
  return monthDigestMail(
    { firstName },
    {
      title: digestTitle(digest),
      sentences: digestSentences(digest),
      note: digestNote,
      address: `${site}/saved`,
      unsubscribePage: `${site}/unsubscribe#token=${token}`,
      unsubscribeAddress: `${site}/api/digest/unsubscribe?token=${token}`,
    },
  );
}

/**
 * Claims the notices of these changes that were not claimed for this month. Returns them as they were, each with the
 * month of the notice before.
 */
async function claimNotices(
  { store: { db } }: MailingDeps,
  userId: string,
  { month, changes }: MonthDigest,
) {
  const changed = new Set(changes.map(({ id }) => id));
  const followed = await db
    .selectFrom('saved_search_follows')
    .select(['saved_search_id', 'informed_month'])
    .where('user_id', '=', userId)
    .execute();
  const before = followed.filter((notice) => changed.has(notice.saved_search_id));
  if (before.length === 0) return [];
  const claimed = await db
    .updateTable('saved_search_follows')
    .set({ informed_month: month })
    .where('user_id', '=', userId)
    .where(
      'saved_search_id',
      'in',
      before.map((notice) => notice.saved_search_id),
    )
    .where((where) =>
      where.or([where('informed_month', 'is', null), where('informed_month', '<', month)]),
    )
    .returning('saved_search_id')
    .execute();
  const ids = new Set(claimed.map((row) => row.saved_search_id));
  return before.filter((notice) => ids.has(notice.saved_search_id));
}

async function releaseNotices(
  { store: { db } }: MailingDeps,
  userId: string,
  notices: Awaited<ReturnType<typeof claimNotices>>,
): Promise<void> {
  for (const { saved_search_id: id, informed_month: month } of notices)
    await db
      .updateTable('saved_search_follows')
      .set({ informed_month: month })
      .where('user_id', '=', userId)
      .where('saved_search_id', '=', id)
      .execute();
}
