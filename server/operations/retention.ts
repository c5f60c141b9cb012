import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '../../shared/codes/months.ts';
import { removeEntriesBefore } from '../people/audit/audit.ts';
import { resetMs } from '../people/identity/reset-password.ts';
import { sessionMs } from '../people/identity/sessions.ts';
import { isOver } from '../platform/clock-skew.ts';
import { ignoreMissing } from '../platform/ignore-missing.ts';
import type { AppDatabase } from '../platform/store/schema.ts';
import { isPostgres } from '../platform/store/dialects.ts';
import { inSlices, sliceRows } from '../platform/store/slices.ts';
import { removeTextBefore } from '../research/remove-typed-text.ts';

/** Retention periods of personal data, in days. docs/retention.md gives the reasons; a test compares both. */
export const retentionDays = {
  /** The law requires six months, and the database's triggers enforce them. */
  audit: 365,
  /** Mails in the spool folder, where there is no SMTP server: they may contain a link to an account. */
  spooledMails: 7,
  /**
   * An entry of a user's search history, counted from its last run. A history has at most the newest 1,000 entries
   * (`maxHistoryEntries`).
   */
  history: 730,
} as const;

export interface RetentionDeps {
  readonly db: AppDatabase;
  readonly clock: () => Date;
  readonly spoolDir: string;
  /** Retention of the text that users typed, in receipts (`TYPED_TEXT_DAYS`). */
  readonly typedTextDays: number;
}

/** Removes what is past its retention period; returns how much, by kind. It may run twice at once without harm. */
export async function applyRetention({ db, clock, spoolDir, typedTextDays }: RetentionDeps) {
  const now = clock();
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  return {
    sessions: await removeSessions(db, now),
    passwordResets: await removeResets(db, now),
    auditEntries: await removeEntriesBefore(db, before(retentionDays.audit)),
    searches: await removeSearches(db, before(retentionDays.history)),
    /** Receipts whose typed text was removed. */
    texts: await removeTextBefore(db, before(typedTextDays), now),
    mails: await deleteSpooledMails(spoolDir, before(retentionDays.spooledMails)),
  };
}

/** Removes the expired sessions, and those begun while a clock was ahead: they would become valid again later. */
function removeSessions(db: AppDatabase, now: Date): Promise<number> {
  // On PostgreSQL, waiting for a session that is being ended could deadlock with a sign-in.
  const expired = db
    .selectFrom('sessions')
    .select('token_hash')
    .where(isOver(now, sessionMs))
    .limit(sliceRows)
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked());
  return inSlices(db.deleteFrom('sessions').where('token_hash', 'in', expired));
}

function removeResets(db: AppDatabase, now: Date): Promise<number> {
  const expired = db
    .selectFrom('password_resets')
    .select('user_id')
    .where(isOver(now, resetMs))
    .limit(sliceRows)
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked());
  return inSlices(db.deleteFrom('password_resets').where('user_id', 'in', expired));
}

function removeSearches(db: AppDatabase, before: Date): Promise<number> {
  const old = db
    .selectFrom('search_history')
    .select('id')
    .where('asked_at', '<', before.toISOString())
    .limit(sliceRows)
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked());
  return inSlices(db.deleteFrom('search_history').where('id', 'in', old));
}

async function deleteSpooledMails(spoolDir: string, before: Date): Promise<number> {
  const names = (await ignoreMissing(readdir(spoolDir))) ?? [];
  let removed = 0;
  for (const name of names.filter((file) => /\.eml(\.part)?$/.test(file))) {
    const path = join(spoolDir, name);
    const mail = await stat(path).catch(() => undefined);
    if (mail === undefined || mail.mtime >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
