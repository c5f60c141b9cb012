import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testedStores } from '../../../tests/support/stores.ts';
import { recordAct } from '../../people/audit/audit.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { restoreRelease } from './restore.ts';

const now = new Date('2026-08-01T12:00:00Z');
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
    const deps = { store, clock: () => now };
    await Promise.all([act, restoreRelease(deps, actor, { number: 2, reason: 'teste' })]);
    const uploads = await db.selectFrom('uploads').select('status').orderBy('id').execute();
    expect(uploads.map(({ status }) => status)).toEqual(['COMPLETED', 'REVERTED', 'COMPLETED']);
  });
});

async function isAnyBlocked(db: AppDatabase): Promise<boolean> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}
