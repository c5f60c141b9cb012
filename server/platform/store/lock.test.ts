import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { testedStores } from '../../../tests/support/stores.ts';
import { withLock } from './lock.ts';
import { checkStore, openStore } from './store.ts';

describe.each(testedStores())('work of one name in $dialect', ({ dialect, options }) => {
  test('runs one at a time across processes, and a failure does not block the next', async () => {
    const place = await options();
    const first = await openStore(place);
    // Only PostgreSQL serves several processes; a separate connection pool stands for another process here.
    const second = dialect === 'postgres' ? await openStore(place) : first;
    const texts: string[] = [];
    const work = (name: string) => async () => {
      texts.push(`${name} begins`);
      await sleep(30);
      texts.push(`${name} ends`);
      if (name === 'a') throw new Error('it fails');
    };
    const runs = await Promise.allSettled([
      withLock(first, 'work', work('a')),
      withLock(second, 'work', work('b')),
      withLock(first, 'work', work('c')),
      withLock(second, 'work', work('d')),
    ]);
    await first.close();
    if (second !== first) await second.close();
    expect(runs.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    for (let turn = 0; turn < texts.length; turn += 2) {
      expect(texts[turn + 1]).toBe(texts[turn]?.replace('begins', 'ends'));
    }
    expect(texts).toHaveLength(8);
  });

  test('leaves connections to the work, of however many names at once', async () => {
    const store = await openStore(await options());
    const names = Array.from({ length: 15 }, (_, index) => `work ${index}`);
    const done = await Promise.all(
      names.map((name) => withLock(store, name, () => checkStore(store).then(() => name))),
    );
    expect(done).toEqual(names);
    await store.close();
  });

  test('runs at the same time as work under another name', async () => {
    const store = await openStore(await options());
    const gate = Promise.withResolvers<void>();
    const waiting = withLock(store, 'one', () => gate.promise);
    await withLock(store, 'another', async () => gate.resolve());
    await waiting;
    await store.close();
  });
});
