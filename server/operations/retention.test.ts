import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { accountsOver } from '../../tests/support/accounts.ts';
import { countsDuring } from '../../tests/support/counts-during.ts';
import { storeRelease } from '../../tests/support/stored-release.ts';
import { testedStores } from '../../tests/support/stores.ts';
import { recordAct } from '../people/audit/audit.ts';
import { defaultReportRetention } from '../../shared/contracts/reports.ts';
import { expiredReportDays } from '../research/reports/report-jobs.ts';
import { maxHistoryEntries } from '../research/search-history.ts';
import { endSession, startSession } from '../people/identity/sessions.ts';
import { sha256 } from '../platform/digest.ts';
import { countOf } from '../platform/store/pages.ts';
import type { AppDatabase } from '../platform/store/schema.ts';
import { sliceRows } from '../platform/store/slices.ts';
import { applyRetention, retentionDays } from './retention.ts';

const spoolDir = mkdtempSync(join(tmpdir(), 'caged-outbox-'));
afterAll(() => rmSync(spoolDir, { recursive: true }));

const now = new Date();
const clock = () => now;
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

describe.each(testedStores())('retention, with the store in $dialect', ({ dialect, open }) => {
  test('removes only rows past their retention period', async () => {
    const accounts = await accountsOver(await open());
    const { db } = accounts.store;
    const ana = await accounts.person('CLIENT');
    for (const days of [retentionDays.audit + 1, retentionDays.audit - 1]) {
      const actor = { userId: null, address: null };
      await recordAct(db, { action: 'audit.exported', actor, at: daysAgo(days) });
    }
    await db
      .insertInto('sessions')
      .values({
        token_hash: 'open',
        user_id: ana.id,
        created_at: '',
        expires_at: daysAgo(-1).toISOString(),
      })
      .execute();
    await db
      .insertInto('password_resets')
      .values({
        token_hash: 'late',
        user_id: ana.id,
        created_at: '',
        expires_at: daysAgo(1).toISOString(),
      })
      .execute();
    await searchesOf(db, ana.id, [retentionDays.history + 1, retentionDays.history - 1]);
    for (const days of [retentionDays.spooledMails + 1, retentionDays.spooledMails - 1]) {
      const path = join(spoolDir, `${days}.eml`);
      writeFileSync(path, '');
      utimesSync(path, daysAgo(days), daysAgo(days));
    }

    const removed = {
      sessions: 1,
      passwordResets: 1,
      auditEntries: 1,
      searches: 1,
      texts: 0,
      mails: 1,
    };
    expect(await applyRetention({ db, clock, spoolDir, typedTextDays: 365 })).toEqual(removed);
    expect(existsSync(join(spoolDir, `${retentionDays.spooledMails - 1}.eml`))).toBe(true);
    const nothing = {
      sessions: 0,
      passwordResets: 0,
      auditEntries: 0,
      searches: 0,
      texts: 0,
      mails: 0,
    };
    expect(await applyRetention({ db, clock, spoolDir: '/nowhere', typedTextDays: 365 })).toEqual(
      nothing,
    );
    await accounts.app.close();
  });

  test('removes the sessions and reset links that began while a clock was ahead', async () => {
    const accounts = await accountsOver(await open());
    const { db } = accounts.store;
    const ana = await accounts.person('CLIENT');
    await startSession(db, ana.id, daysAgo(-40));
    const ahead = { token_hash: 'ahead', created_at: '', expires_at: daysAgo(-40).toISOString() };
    await db
      .insertInto('password_resets')
      .values({ user_id: ana.id, ...ahead })
      .execute();
    const { token } = await startSession(db, (await accounts.person('CLIENT')).id, now);
    const { passwordResets } = await applyRetention({
      db,
      clock,
      spoolDir: '/nowhere',
      typedTextDays: 365,
    });
    expect(passwordResets).toBe(1);
    const left = await db.selectFrom('sessions').select('token_hash').execute();
    expect(left).toEqual([{ token_hash: sha256(token) }]);
    await accounts.app.close();
  });

  // A statement of PostgreSQL does not hold the event loop.
  if (dialect === 'sqlite')
    test('lets other statements run while it removes the sessions of years', async () => {
      const accounts = await accountsOver(await open());
      const { db } = accounts.store;
      const ana = await accounts.person('CLIENT');
      const expired = { user_id: ana.id, created_at: '', expires_at: daysAgo(1).toISOString() };
      const rows = Array.from({ length: 3 * sliceRows }, (_, index) => ({
        token_hash: `expired ${index}`,
        ...expired,
      }));
      await db.insertInto('sessions').values(rows).execute();
      const all = await countOf(db.selectFrom('sessions'));
      const removal = applyRetention({ db, clock, spoolDir: '/nowhere', typedTextDays: 365 });
      const counts = await countsDuring(db, 'sessions', removal);
      expect(counts.some((count) => count > 0 && count < rows.length)).toBe(true);
      expect((await removal).sessions).toBe(all);
      await accounts.app.close();
    });

  // SQLite runs one transaction after the other.
  if (dialect === 'postgres')
    test('leaves a session that is being ended, and does not wait for it', async () => {
      const accounts = await accountsOver(await open());
      const { db } = accounts.store;
      const ana = await accounts.person('CLIENT');
      await db
        .updateTable('sessions')
        .set({ expires_at: daysAgo(1).toISOString() })
        .execute();
      const deps = { db, clock, spoolDir: '/nowhere', typedTextDays: 365 };
      await db.transaction().execute(async (transaction) => {
        await endSession(transaction, ana.token);
        expect((await applyRetention(deps)).sessions).toBe(0);
      });
      await startSession(db, ana.id, new Date(0));
      expect((await applyRetention(deps)).sessions).toBe(1);
      await accounts.app.close();
    });
});

/** Entries of a user's search history, with these ages in days. */
async function searchesOf(db: AppDatabase, userId: string, ages: readonly number[]) {
  await storeRelease(db);
  const receipt = { id: 'receipt', answer_sha256: 'a', question_sha256: 'q', release: 1 };
  const stored = { filters: '{}', method: '{}', statistics: '{}', distribution_sha256: '' };
  await db
    .insertInto('receipts')
    .values({ ...receipt, ...stored, version: '1', created_at: '' })
    .execute();
  for (const days of ages) {
    await db
      .insertInto('search_history')
      .values({
        id: String(days),
        user_id: userId,
        question_sha256: String(days),
        release: 1,
        receipt_id: receipt.id,
        asked_at: daysAgo(days).toISOString(),
        name: null,
        search_text: '',
      })
      .execute();
  }
}

test('the document states the periods that are applied', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/retention.md'), 'utf8');
  /** The period in the row of the data whose name begins so. */
  const periodOf = (data: string) =>
    document
      .split('\n')
      .find((line) => line.startsWith(`| ${data}`))
      ?.split(' | ')[1];
  expect(periodOf('audit')).toMatch(new RegExp(`^${retentionDays.audit} days`));
  expect(periodOf('mail in the spool')).toMatch(new RegExp(`^${retentionDays.spooledMails} days`));
  expect(periodOf('search history')).toContain(`, ${retentionDays.history} days`);
  expect(periodOf('search history')).toContain(
    `the newest ${maxHistoryEntries.toLocaleString('en')}`,
  );
  expect(periodOf('reports')).toContain(`the document ${defaultReportRetention.days} days`);
  expect(periodOf('reports')).toContain(`the row ${expiredReportDays} days`);
});
