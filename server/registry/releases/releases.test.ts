import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { processorTimeOf } from '../../../tests/support/processor-time.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { findUpload } from '../ingest/uploads.ts';
import { releaseRetention } from '../settings/load-settings.ts';
import { writeSetting } from '../settings/stored-settings.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { releasesPage } from './history.ts';
import { restoreRelease } from './restore.ts';
import { removeOldReleases } from './remove-old-releases.ts';
import { releaseSummary } from './summary.ts';

const clock = () => new Date();
const actor = { userId: null, address: null };
const reason = 'O arquivo enviado era de outro mês';

const month = (lines: number, own = '202307') =>
  officialFile(
    `CAGEDMOV${own}.txt`,
    'MOV',
    Array.from({ length: lines }, () => ({ month: own, declared_month: own })),
  );

describe.each(testedServers)('going back to an earlier release, in $dialect', ({ servers }) => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await newInstallation(await servers());
  });
  afterEach(async () => installation.close());

  const restore = (number: number) =>
    restoreRelease({ store: installation.store, clock }, actor, { number, reason });
  const count = async () => (await installation.search({ metodo: 'bruto' })).totalCount;
  const statusOf = async (id: string) => (await findUpload(installation.store, id))?.status;

  test('shows its number and its lines, and marks the uploads of later releases as reverted', async () => {
    const first = await installation.load(await month(3));
    const second = await installation.load(await month(5));
    const august = await month(4, '202308');
    const third = await installation.load(august);
    expect(await count()).toBe(9);
    await restore(1);
    expect((await currentRelease(installation.store)).number).toBe(1);
    expect(await count()).toBe(3);
    expect(await statusOf(first.id)).toBe('COMPLETED');
    expect(await statusOf(second.id)).toBe('REVERTED');
    expect(await statusOf(third.id)).toBe('REVERTED');

    await restore(2);
    expect(await count()).toBe(5);
    expect(await statusOf(second.id)).toBe('COMPLETED');
    expect(await statusOf(third.id)).toBe('REVERTED');

    const { releases, total } = await releasesPage(installation.store, { page: 1, pageSize: 10 });
    expect(total).toBe(3);
    expect(
      releases.map(({ number, isCurrent, canRestore, base }) => [
        number,
        isCurrent,
        canRestore,
        base,
      ]),
    ).toEqual([
      [3, false, true, 2],
      [2, true, false, 1],
      [1, false, true, null],
    ]);
    const sha256 = createHash('sha256').update(readFileSync(august)).digest('hex');
    const result = { kind: 'MOV', month: '202308', name: 'CAGEDMOV202308.txt', sha256 };
    expect(releases[0]?.newFiles).toEqual([{ ...result, uploadId: third.id }]);
    expect(releases[1]?.restorations).toMatchObject([{ from: 1, reason }]);
    expect(releases[2]?.restorations).toMatchObject([{ from: 3, reason }]);
    const acts = await installation.store.db
      .selectFrom('audit_log')
      .select(['action', 'subject_id', 'details'])
      .where('action', '=', 'release.restored')
      .orderBy('at')
      .execute();
    expect(acts.map(({ subject_id }) => subject_id)).toEqual(['1', '2']);
    expect(acts.map(({ details }): unknown => JSON.parse(details))).toEqual([
      { from: 3, reason },
      { from: 1, reason },
    ]);
  });

  test('the next publication takes the next number and is made from the restored one', async () => {
    await installation.load(await month(3));
    await installation.load(await month(4, '202308'));
    await restore(1);
    const next = await installation.load(await month(6, '202309'));
    expect(next.release).toBe(3);
    expect(await count()).toBe(3 + 6);
    expect((await releaseSummary(installation.store)).months).toEqual(['202307', '202309']);
    // A file of a reverted upload can be loaded again.
    const again = await installation.load(await month(4, '202308'));
    expect(again).toMatchObject({ status: 'COMPLETED', release: 4 });
    expect(await count()).toBe(3 + 6 + 4);
  });

  test('distinguishes months with declarations in time from those with late ones alone', async () => {
    await installation.load(
      await month(3),
      await officialFile('CAGEDFOR202308.txt', 'FOR', [
        { month: '202306', declared_month: '202308' },
        { month: '202307', declared_month: '202308' },
      ]),
    );
    const { months, lastMonth } = await releaseSummary(installation.store);
    expect(months).toEqual(['202306', '202307']);
    expect(lastMonth).toBe('202307');
  });

  test('finds the index files of its months at once; those of distant releases are deleted', async () => {
    const { sortedIndex, folder, store } = installation;
    await sortedIndex.open();
    sortedIndex.start();
    const files = () => readdir(join(folder, 'ranked'));
    const isReady = async () => sortedIndex.isReady(readableRelease(await currentRelease(store)));
    try {
      await installation.load(await month(3));
      const [ofFirst = ''] = await files();
      const longAgo = new Date(Date.now() - 3_600_000);
      await utimes(join(folder, 'ranked', ofFirst), longAgo, longAgo);
      await installation.load(await month(4));
      const ofSecond = (await files()).filter((name) => name !== ofFirst);
      expect(ofSecond).toHaveLength(1);
      await installation.load(await month(5));
      await expect.poll(files).not.toContain(ofFirst);
      expect(await files()).toEqual(expect.arrayContaining(ofSecond));
      expect(await files()).toHaveLength(2);
      for (const number of [2, 3]) {
        await restore(number);
        expect(await isReady()).toBe(true);
      }
      expect(await count()).toBe(5);
    } finally {
      await sortedIndex.stop();
    }
  });

  test('refuses the current one and one that does not exist', async () => {
    await installation.load(await month(3));
    await expect(restore(1)).rejects.toMatchObject({ code: 'release_is_current' });
    await expect(restore(2)).rejects.toMatchObject({ code: 'unknown_release' });
  });

  test('retention removes the releases past their period, and no others', async () => {
    await installation.load(await month(3));
    await installation.load(await month(4));
    await installation.load(await month(5));
    await restore(2);
    const change = { actor, at: clock() };
    const { db } = installation.store;
    await writeSetting(db, releaseRetention, { keepLast: 1, keepMonths: 0 }, change);
    expect(await removeOldReleases(installation.store, clock)).toEqual({ releases: 1 });
    const sums = await db.selectFrom('file_line_sums').select('batch').orderBy('batch').execute();
    const published = await db.selectFrom('release_files').select('batch').distinct().execute();
    expect(sums).toEqual(published.toSorted((a, b) => a.batch - b.batch));
    await expect(restore(1)).rejects.toMatchObject({ code: 'release_removed' });
    // The next load sweeps only the rows of the removed release.
    await installation.load(await month(7, '202308'));
    const batches = await installation.warehouse.rows<{ lines: number }>({
      text: 'select count() as lines from movements group by batch order by lines',
    });
    expect(batches.map(({ lines }) => lines)).toEqual([4, 5, 7]);
    await restore(3);
    expect(await count()).toBe(5);
  });

  test('retention takes the last release of each month of Brasília', async () => {
    await installation.load(await month(3));
    await installation.load(await month(4));
    const { db } = installation.store;
    // The first at 23:30 on 31 July.
    const dates = ['2026-08-01T02:30:00.000Z', '2026-08-15T12:00:00.000Z'];
    for (const [index, published_at] of dates.entries()) {
      const number = index + 1;
      await db.updateTable('releases').set({ published_at }).where('number', '=', number).execute();
    }
    const change = { actor, at: clock() };
    await writeSetting(db, releaseRetention, { keepLast: 1, keepMonths: 1200 }, change);
    expect(await removeOldReleases(installation.store, clock)).toEqual({ releases: 0 });
  });

  test('retention leaves the last release of each month of its period', async () => {
    const { id } = await installation.load(await month(3));
    const { db } = installation.store;
    const days = ['09-30', '10-02', '10-30', '11-05', '11-10', '11-12'];
    await db
      .insertInto('releases')
      .values(
        days.map((day, index) => ({
          number: 2 + index,
          published_at: `2026-${day}T12:00:00.000Z`,
          upload_id: id,
          base: 1 + index,
          is_synthetic: 0,
          unmatched_exclusions: 0,
        })),
      )
      .execute();
    const now = new Date('2026-11-15T12:00:00Z');
    const policy = { keepLast: 1, keepMonths: 2 };
    await writeSetting(db, releaseRetention, policy, { actor, at: now });
    await removeOldReleases(installation.store, () => now);
    const left = await db
      .selectFrom('releases')
      .select('number')
      .where('removed_at', 'is', null)
      .orderBy('number')
      .execute();
    // The current one, and those of 30 October and 12 November.
    expect(left.map(({ number }) => number)).toEqual([1, 4, 7]);
  });

  test('the date of a file stays after retention removed the release that brought it', async () => {
    await installation.load(await month(3));
    await installation.load(await month(4, '202308'));
    const { db } = installation.store;
    const dates = ['2023-08-30T12:00:00.000Z', '2023-09-29T12:00:00.000Z'];
    for (const [index, published_at] of dates.entries()) {
      const number = index + 1;
      await db.updateTable('releases').set({ published_at }).where('number', '=', number).execute();
    }
    const change = { actor, at: clock() };
    await writeSetting(db, releaseRetention, { keepLast: 1, keepMonths: 0 }, change);
    expect(await removeOldReleases(installation.store, clock)).toEqual({ releases: 1 });
    const { recentMonths } = await releaseSummary(installation.store);
    expect(recentMonths.slice(0, 2)).toEqual([
      { month: '202308', files: [{ kind: 'MOV', publishedAt: dates[1] }] },
      { month: '202307', files: [{ kind: 'MOV', publishedAt: dates[0] }] },
    ]);
  });

  test('takes under a second of a processor among many releases of many files', async () => {
    const { id, files } = await installation.load(await month(3));
    const { db } = installation.store;
    const published_at = clock().toISOString();
    for (let number = 2; number <= 40; number++) {
      const row = { number, published_at, upload_id: id, base: number - 1 };
      await db
        .insertInto('releases')
        .values({ ...row, is_synthetic: 0, unmatched_exclusions: 0 })
        .execute();
      const months = Array.from({ length: 300 }, (_, index) => String(200001 + index));
      const batch = files[0]?.batch ?? 0;
      await db
        .insertInto('release_files')
        .values(months.map((own) => ({ release: number, kind: 'MOV' as const, month: own, batch })))
        .execute();
    }
    await restore(40);
    expect(await processorTimeOf(() => restore(1))).toBeLessThan(1000);
    expect(await count()).toBe(3);
  });
});
