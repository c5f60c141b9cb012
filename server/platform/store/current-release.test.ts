import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeRelease } from '../../../tests/support/stored-release.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { currentRelease } from './current-release.ts';
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
});
