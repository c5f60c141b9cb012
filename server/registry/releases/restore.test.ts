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
const read = { path: '', bytes: 1, progress_bytes: 1, progress_lines: 1, step: 'pronto' } as const;

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

/** The releases 1, 2 from 1, 3 from 2, and 4 from 1 again, each of an upload of its own; 3 is current. */
async function storeBranches(db: AppDatabase): Promise<void> {
  const uploads = [
    { number: 1, base: null, status: 'COMPLETED' },
    { number: 2, base: 1, status: 'COMPLETED' },
    { number: 3, base: 2, status: 'FAILED' },
    { number: 4, base: 1, status: 'REVERTED' },
  ] as const;
  for (const { number, base, status } of uploads) {
    const id = `upload ${number}`;
    await db
      .insertInto('uploads')
      .values({ id, origin: 'command', status, created_at: at, release: number })
      .execute();
    await db
      .insertInto('releases')
      .values({ number, base, published_at: at, upload_id: id, ...ordinary })
      .execute();
  }
  const files = [
    { upload_id: 'upload 2', kind: 'FOR', month: '202301', outcome: 'PUBLISHED' },
    { upload_id: 'upload 3', kind: 'FOR', month: '202001', outcome: 'REFUSED' },
    { upload_id: 'upload 4', kind: 'FOR', month: '202501', outcome: 'PUBLISHED' },
  ] as const;
  for (const [index, file] of files.entries())
    await db
      .insertInto('upload_files')
      .values({ ...read, ...file, batch: index + 1, name: '' })
      .execute();
  await db.insertInto('current_release').values({ id: 1, release: 3 }).execute();
}

const statusesOf = async (db: AppDatabase) => {
  const rows = await db.selectFrom('uploads').select(['status', 'message']).orderBy('id').execute();
  return rows.map(({ status, message }) => [status, message]);
};

const undone = (release: number) => [
  'REVERTED',
  `Publicação desfeita: a versão ${release} dos dados foi restaurada. Para publicar os arquivos de novo, torne atual a versão deste envio ou envie-os outra vez.`,
];

const redone = (status: string, release: number) => [
  status,
  `Publicação retomada com a versão ${release} dos dados.`,
];

describe.each(testedStores())('an earlier release in $dialect', ({ open }) => {
  const reason = 'O arquivo era de outro mês';

  test('undoes the uploads of the other branch, and returns to those of its own', async () => {
    const store = await open();
    const { db } = store;
    await storeBranches(db);
    await restoreRelease({ store, clock }, actor, { number: 4, reason });
    expect(await statusesOf(db)).toEqual([
      ['COMPLETED', null],
      undone(4),
      undone(4),
      redone('COMPLETED', 4),
    ]);
    // An upload with a refused file gets its status of a failure again.
    await restoreRelease({ store, clock }, actor, { number: 3, reason });
    expect(await statusesOf(db)).toEqual([
      ['COMPLETED', null],
      redone('COMPLETED', 3),
      redone('FAILED', 3),
      undone(3),
    ]);
    const changes = await db
      .selectFrom('release_changes')
      .select(['at', 'from_release', 'to_release', 'user_id', 'reason'])
      .orderBy('to_release', 'desc')
      .execute();
    const change = { at, user_id: null, reason };
    expect(changes).toEqual([
      { ...change, from_release: 3, to_release: 4 },
      { ...change, from_release: 4, to_release: 3 },
    ]);
    const acts = await db
      .selectFrom('audit_log')
      .select(['action', 'subject_id', 'details'])
      .orderBy('number')
      .execute();
    expect(
      acts.map(({ action, subject_id, details }) => [action, subject_id, JSON.parse(details)]),
    ).toEqual([
      ['upload.reverted', 'upload 3', { release: 4 }],
      ['upload.reverted', 'upload 2', { release: 4 }],
      ['release.restored', '4', { from: 3, reason }],
      ['upload.reverted', 'upload 4', { release: 3 }],
      ['release.restored', '3', { from: 4, reason }],
    ]);
  });

  test('returns uploads that await approval to the queue where it changed a month near theirs', async () => {
    const store = await open();
    const { db } = store;
    await storeBranches(db);
    // Near the file that is undone, the one that is published again, and the one that was refused.
    for (const month of ['202302', '202502', '202002']) {
      const waiting = { id: `waits for ${month}`, status: 'AWAITING_APPROVAL' } as const;
      await db
        .insertInto('uploads')
        .values({ ...waiting, origin: 'command', created_at: at })
        .execute();
      await db
        .insertInto('upload_files')
        .values({
          ...read,
          upload_id: waiting.id,
          batch: Number(month),
          name: '',
          kind: 'FOR',
          month,
        })
        .execute();
    }
    await restoreRelease({ store, clock }, actor, { number: 4, reason });
    const uploads = await db
      .selectFrom('uploads')
      .select(['id', 'status'])
      .where('id', 'like', 'waits%')
      .orderBy('id')
      .execute();
    expect(uploads.map(({ id, status }) => [id, status])).toEqual([
      ['waits for 202002', 'AWAITING_APPROVAL'],
      ['waits for 202302', 'PENDING'],
      ['waits for 202502', 'PENDING'],
    ]);
  });

  test('is refused if it is unknown, current or removed, and changes nothing', async () => {
    const store = await open();
    const { db } = store;
    const restore = (number: number) => restoreRelease({ store, clock }, actor, { number, reason });
    await expect(restore(1)).rejects.toMatchObject({ code: 'unknown_release', status: 404 });
    await storeBranches(db);
    const before = await statusesOf(db);
    await db.updateTable('releases').set({ removed_at: at }).where('number', '=', 2).execute();
    await expect(restore(5)).rejects.toMatchObject({ code: 'unknown_release', status: 404 });
    await expect(restore(3)).rejects.toMatchObject({ code: 'release_is_current', status: 409 });
    await expect(restore(2)).rejects.toMatchObject({ code: 'release_removed', status: 409 });
    expect(await statusesOf(db)).toEqual(before);
    expect(await db.selectFrom('current_release').select('release').execute()).toEqual([
      { release: 3 },
    ]);
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
