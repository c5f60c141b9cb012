import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { testedStores } from '../../../tests/support/stores.ts';
import { sweepUploadLocks, uploadLocks } from './upload-locks.ts';

const still = new AbortController().signal;

describe.each(testedStores())('the right to write to an arriving file, in $dialect', ({ open }) => {
  test('belongs to one process at a time, and the holder is notified of a waiting one', async () => {
    const store = await open();
    // Each process has its own locks; the processes share only the rows.
    const [one, other] = [0, 1].map(() => uploadLocks(store, () => new Date()).newLock('a'));
    if (one === undefined || other === undefined) throw new Error('There are two.');
    const texts: string[] = [];
    // The holder receives repeated requests until it releases the lock; the test records only the first one.
    await one.lock(still, async () => {
      if (texts.length > 0) return;
      texts.push('one is asked to give way');
      await sleep(100);
      texts.push('one gives way');
      await one.unlock();
    });
    await other.lock(still, () => undefined);
    expect(texts).toEqual(['one is asked to give way', 'one gives way']);
    const another = uploadLocks(store, () => new Date()).newLock('b');
    await another.lock(still, () => undefined);
    await Promise.all([other.unlock(), another.unlock()]);
    expect(await store.db.selectFrom('held_uploads').selectAll().execute()).toEqual([]);
  });

  test('is free some seconds after its process died, and a process that leaves waits no longer', async () => {
    const store = await open();
    const begun = Date.now();
    let passed = 0;
    const clock = () => new Date(begun + passed);
    const dead = { id: 'a', holder: 'gone', is_wanted: 0 };
    const held_until = new Date(begun + 6_000).toISOString();
    await store.db
      .insertInto('held_uploads')
      .values({ ...dead, held_until })
      .execute();
    const leaving = AbortSignal.abort();
    const lock = uploadLocks(store, clock).newLock('a');
    await expect(lock.lock(leaving, () => undefined)).rejects.toMatchObject({ status_code: 500 });
    expect(await sweepUploadLocks(store, clock)).toEqual({ uploadLocks: 0 });
    passed = 6_000;
    await lock.lock(still, () => undefined);
    await lock.unlock();
    await store.db
      .insertInto('held_uploads')
      .values({ ...dead, held_until })
      .execute();
    expect(await sweepUploadLocks(store, clock)).toEqual({ uploadLocks: 1 });
  });
});
