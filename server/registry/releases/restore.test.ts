import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { untilBlocked } from '../../../tests/support/blocked-transactions.ts';
import { testedStores, testStores } from '../../../tests/support/stores.ts';
import { recordAct } from '../../people/audit/audit.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { folderFiles } from '../../platform/files/folder-files.ts';
import { retryUpload } from '../ingest/upload-acts.ts';
import { queueUpload } from '../ingest/uploads.ts';
import { restoreRelease } from './restore.ts';

const now = new Date('2026-08-01T12:00:00Z');
const clock = () => now;
const at = now.toISOString();
const actor = { userId: null, address: null };

describe.each(testedStores())('restoring a release in $dialect', ({ open }) => {
  test('waits for an act on an upload that it changes, and does not block it', async () => {
    const store = await open();
    const { db } = store;
    const before = ['COMPLETED', 'COMPLETED', 'REVERTED'] as const;
    for (const [number, status] of before.entries()) {
      await db
        .insertInto('uploads')
        .values({
          id: `upload ${number}`,
          origin: 'command',
          status,
          created_at: at,
          release: number,
        })
        .execute();
      await db
        .insertInto('releases')
        .values({
          number,
          published_at: at,
          upload_id: `upload ${number}`,
          is_synthetic: 0,
          base: number === 0 ? null : 0,
          unmatched_exclusions: 0,
        })
        .execute();
    }
    await db.insertInto('current_release').values({ id: 1, release: 1 }).execute();
    const changed = Promise.withResolvers<void>();
    const act = db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('uploads')
        .set({ message: 'changed' })
        .where('id', '=', 'upload 2')
        .execute();
      changed.resolve();
      // SQLite runs one transaction after the other.
      if (store.dialect === 'postgres') await expect.poll(() => isAnyBlocked(db)).toBe(true);
      const subject = { type: 'upload', id: 'upload 2' } as const;
      await recordAct(transaction, { action: 'upload.cancelled', actor, subject, at: now });
    });
    await changed.promise;
    const deps = { store, clock };
    await Promise.all([act, restoreRelease(deps, actor, { number: 2, reason: 'teste' })]);
    const uploads = await db.selectFrom('uploads').select('status').orderBy('id').execute();
    expect(uploads.map(({ status }) => status)).toEqual(['COMPLETED', 'REVERTED', 'COMPLETED']);
  });
});

// Only PostgreSQL runs two transactions at the same time.
const [, postgres] = testStores();

test('a retry of the refused files during a rollback is refused, and the published ones are rolled back', async () => {
  const store = await postgres.open();
  const { db } = store;
  const file = { path: import.meta.filename, name: 'CAGEDMOV202307.txt', stated: {} };
  const sent = { origin: 'command', competencia: null, createdBy: null } as const;
  for (const number of [1, 2]) {
    const id = await queueUpload(store, { ...sent, files: [file, file] }, clock);
    const isSecond = number === 2;
    await db
      .updateTable('uploads')
      .set({ status: isSecond ? 'FAILED' : 'COMPLETED', release: number })
      .where('id', '=', id)
      .execute();
    await db.updateTable('upload_files').set({ outcome: 'PUBLISHED' }).execute();
    const base = isSecond ? 1 : null;
    await db
      .insertInto('releases')
      .values({ number, base, published_at: at, upload_id: id, ...ordinary })
      .execute();
  }
  const { upload_id: id, batch } = await db
    .selectFrom('upload_files')
    .select(['upload_id', 'batch'])
    .orderBy('batch', 'desc')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('upload_files')
    .set({ outcome: 'REFUSED' })
    .where('batch', '=', batch)
    .execute();
  await db.insertInto('current_release').values({ id: 1, release: 2 }).execute();

  const acts = { store, clock, files: folderFiles('') };
  const [rollback, retry] = await db.transaction().execute(async (transaction) => {
    // The rollback stops after it has read which upload published which release.
    await sql`lock table release_changes in exclusive mode`.execute(transaction);
    const both = [restoreRelease(acts, actor, { number: 1, reason: 'teste' })];
    await untilBlocked(db, 1);
    both.push(retryUpload(acts, actor, id));
    await Promise.race([untilBlocked(db, 2), both[1]]);
    return both;
  });
  await rollback;
  await expect(retry).rejects.toMatchObject({ code: 'upload_not_retryable' });
  const uploads = await db.selectFrom('uploads').select('status').orderBy('release').execute();
  expect(uploads.map(({ status }) => status)).toEqual(['COMPLETED', 'REVERTED']);
});

const ordinary = { is_synthetic: 0, unmatched_exclusions: 0 } as const;

async function isAnyBlocked(db: AppDatabase): Promise<boolean> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}
