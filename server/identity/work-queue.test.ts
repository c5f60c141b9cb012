import { expect, test } from 'vitest';
import { Turnstile, WorkQueue } from './work-queue.ts';

test('runs a few at a time, lets a few wait in their order, and refuses the rest at once', async () => {
  const queue = new WorkQueue({ atOnce: 2, waitingAtMost: 3 });
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const run = (number: number) =>
    queue.run(() => {
      started.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const admitted = [1, 2, 3, 4, 5].map(run);
  await expect(run(6)).rejects.toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: 2 });
  expect(started).toEqual([1, 2]);
  while (started.length < 5) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(started).toEqual([1, 2, 3, 4, 5]);
  for (const end of ends) end();
  await Promise.all(admitted);
});

test('a turnstile lets others have the event loop between a few and the next few', async () => {
  const turnstile = new Turnstile(8);
  const seen: number[] = [];
  let passed = 0;
  const all = Array.from({ length: 40 }, async () => {
    await turnstile.pass();
    passed += 1;
  });
  const isDone = Promise.all(all).then(() => true);
  while ((seen.at(-1) ?? 0) < 40) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(passed);
  }
  expect(seen.length).toBeGreaterThanOrEqual(5);
  for (const [index, count] of seen.entries()) {
    expect(count - (seen[index - 1] ?? 0)).toBeLessThanOrEqual(8);
  }
  expect(await isDone).toBe(true);
  await turnstile.pass();
});

test('goes on after work that fails', async () => {
  const queue = new WorkQueue({ atOnce: 1, waitingAtMost: 1 });
  await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run(async () => 'yes')).toBe('yes');
});
