import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeRelease } from '../../../tests/support/stored-release.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { currentRelease, switchCandidates } from './current-release.ts';
import type { Store } from './store.ts';

describe.each(testedStores())('the current release in $dialect', ({ open }) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  /** Publishes release 1 with one month, and reads it in the same transaction. */
  const publish = (month: string, end: (number: number | null) => void) =>
    store.db.transaction().execute(async (db) => {
      await storeRelease(db);
      await db
        .insertInto('release_months')
        .values({ release: 1, month, ...noLines })
        .execute();
      await db.insertInto('current_release').values({ id: 1, release: 1 }).execute();
      const { number, months } = await currentRelease({ db });
      expect(months).toMatchObject([{ month }]);
      end(number);
    });
  const noLines = {
    mov_lines: 0,
    for_lines: 0,
    cancelled_lines: 0,
    unmatched_exclusions: 0,
    cancellation_batch: null,
  };

  test('a release that a transaction took back is not cached', async () => {
    const undone = publish('202401', (number) => {
      expect(number).toBe(1);
      throw new Error('Undone.');
    });
    await expect(undone).rejects.toThrow('Undone.');
    expect((await currentRelease(store)).number).toBeNull();
    await publish('202402', () => undefined);
    expect((await currentRelease(store)).months).toMatchObject([{ month: '202402' }]);
    // The second read returns the cached one.
    expect(await currentRelease(store)).toBe(await currentRelease(store));
  });

  test('an administrator is likely to switch to the newest other release, or to the base of the current one', async () => {
    const released = {
      published_at: '',
      upload_id: 'upload',
      is_synthetic: 0,
      unmatched_exclusions: 0,
    };
    await store.db
      .insertInto('releases')
      .values([
        { number: 2, base: 1, removed_at: '2026-07-01', ...released },
        { number: 3, base: 2, ...released },
        { number: 4, base: 3, ...released },
        { number: 5, base: 4, ...released },
      ])
      .execute();
    const candidates = async (current: number) => {
      await store.db.updateTable('current_release').set({ release: current }).execute();
      return (await switchCandidates(store)).map(({ number }) => number);
    };
    expect(await candidates(4)).toEqual([5, 3]);
    // Its base is the newest other one.
    expect(await candidates(5)).toEqual([4]);
    // The data of its base are removed.
    expect(await candidates(3)).toEqual([5]);
    expect(await candidates(1)).toEqual([5]);
    const [newest] = await switchCandidates(store);
    expect(newest).toEqual({ ...(await currentRelease(store)), number: 5, months: [] });
    await store.db.deleteFrom('current_release').execute();
    expect(await switchCandidates(store)).toEqual([]);
  });
});
