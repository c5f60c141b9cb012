import { describe, expect, test } from 'vitest';
import { testedStores } from '../../../tests/support/stores.ts';
import { releaseRetention } from '../settings/load-settings.ts';
import { writeSetting } from '../settings/stored-settings.ts';
import { removeOldReleases } from './remove-old-releases.ts';

const now = new Date('2026-11-15T12:00:00Z');
const actor = { userId: null, address: null };
const read = { path: '', bytes: 1, progress_bytes: 1, progress_lines: 1, step: 'pronto' } as const;
const lines = { mov_lines: 1, for_lines: 0, cancelled_lines: 0, unmatched_exclusions: 0 };

describe.each(testedStores())('retention of releases, in $dialect', ({ open }) => {
  test('deletes the files, months, effects and sums of removed releases, and of no others', async () => {
    const store = await open();
    const { db } = store;
    await db
      .insertInto('uploads')
      .values({ id: 'upload', origin: 'web', status: 'COMPLETED', created_at: '' })
      .execute();
    const numbers = [1, 2, 3, 4, 5];
    for (const number of numbers) {
      const release = { number, upload_id: 'upload', is_synthetic: 0, unmatched_exclusions: 0 };
      await db
        .insertInto('releases')
        .values({ ...release, published_at: `2026-11-0${number}T12:00:00.000Z` })
        .execute();
      const file = { batch: number, upload_id: 'upload', name: '' };
      await db
        .insertInto('upload_files')
        .values({ ...read, ...file })
        .execute();
      const place = { release: number, month: '202601' };
      await db
        .insertInto('release_files')
        .values({ ...place, kind: 'MOV', batch: number })
        .execute();
      await db
        .insertInto('release_months')
        .values({ ...place, ...lines })
        .execute();
      const effect = { family: 0, records: 1, blocks: 1, effect: 1 };
      await db
        .insertInto('design_effects')
        .values({ release: number, ...effect })
        .execute();
    }
    // The last one is of an upload that was cancelled.
    const sums = [...numbers, 6].map((batch) => ({ batch, sums: '[]' }));
    await db.insertInto('file_line_sums').values(sums).execute();
    await db.insertInto('current_release').values({ id: 1, release: 2 }).execute();
    const policy = { keepLast: 2, keepMonths: 0 };
    await writeSetting(db, releaseRetention, policy, { actor, at: now });

    expect(await removeOldReleases(store, () => now)).toEqual({ releases: 2 });
    const releases = await db
      .selectFrom('releases')
      .select(['number', 'removed_at'])
      .orderBy('number')
      .execute();
    expect(releases.map(({ number, removed_at }) => [number, removed_at])).toEqual([
      [1, now.toISOString()],
      [2, null],
      [3, now.toISOString()],
      [4, null],
      [5, null],
    ]);
    for (const table of ['release_files', 'release_months', 'design_effects'] as const) {
      const left = await db.selectFrom(table).select('release').orderBy('release').execute();
      expect(left.map(({ release }) => release)).toEqual([2, 4, 5]);
    }
    const left = await db.selectFrom('file_line_sums').select('batch').orderBy('batch').execute();
    expect(left.map(({ batch }) => batch)).toEqual([2, 4, 5]);
    expect(await removeOldReleases(store, () => now)).toEqual({ releases: 0 });
  });
});
