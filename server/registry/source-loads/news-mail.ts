import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { newFilesMail } from '../../platform/mail/mail-templates.ts';
import type { Store, StoreAndClock } from '../../platform/store/store.ts';
import type { HandledFile } from './automatic-load.ts';
import { deleteLaterDays } from './later-days.ts';

export interface NewsMailDeps extends StoreAndClock {
  readonly mailQueue: MailQueue;
  readonly siteAddress: () => string;
}

/** The name of the mails in `daily_runs`; the result of a day is what its mail announced. */
const jobName = 'source mail';

/**
 * Notifies the administrators by mail of new files and what happened to them, unless the last mail announced all of it
 * already. If no mail can be sent, the next check sends it.
 */
export async function mailNews(
  { store, clock, mailQueue, siteAddress }: NewsMailDeps,
  day: string,
  files: readonly HandledFile[],
): Promise<void> {
  const lines = files.map(lineOf);
  const announced = await lastAnnounced(store);
  if (lines.every((line) => announced.has(line))) return;
  const content = { files, siteAddress: siteAddress() };
  const noteAnnounced = async () => {
    await deleteLaterDays(store.db, jobName, day);
    const noted = { finished_at: clock().toISOString(), result: lines.join('\n') };
    await store.db
      .insertInto('daily_runs')
      .values({ name: jobName, day, ...noted })
      .onConflict((conflict) => conflict.columns(['name', 'day']).doUpdateSet(noted))
      .execute();
  };
  for (const { email, first_name } of await administrators(store)) {
    mailQueue.add(email, newFilesMail({ firstName: first_name }, content), noteAnnounced);
  }
}

/** A file, its version and what happened to it, as one line. */
const lineOf = ({ kind, month, handling, file: { name, bytes, modifiedAt, hash } }: HandledFile) =>
  JSON.stringify([kind, month, handling, name, bytes, modifiedAt, hash]);

async function lastAnnounced({ db }: Store): Promise<ReadonlySet<string>> {
  const last = await db
    .selectFrom('daily_runs')
    .select('result')
    .where('name', '=', jobName)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return new Set(last?.result?.split('\n'));
}

const administrators = ({ db }: Store) =>
  db
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('role', '=', 'ADMIN')
    .where('is_active', '=', 1)
    .execute();
