import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';

const refusal = () => new AppError('busy', 503, 'Volte.', { retryAfterSeconds: 2 });

test('runs a few at a time, lets a few wait in their order, and refuses the rest at once', async () => {
  const limit = new ConcurrencyLimit({ slots: 2, queue: { size: 3, refusal } });
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const run = (number: number) =>
    limit.run(() => {
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

test('continues after work that fails', async () => {
  const limit = new ConcurrencyLimit({ slots: 1, queue: { size: 1, refusal } });
  await expect(limit.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await limit.run(async () => 'yes')).toBe('yes');
});

test('an acquired slot is free once it is released, and a caller whose signal aborts leaves the queue', async () => {
  const limit = new ConcurrencyLimit({ slots: 1 });
  const release = await limit.acquire();
  const leaving = new AbortController();
  const left = limit.acquire(leaving.signal);
  const next = limit.acquire(new AbortController().signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(limit.acquire(leaving.signal)).rejects.toThrow('gone');
  release();
  (await next)();
  await limit.whenIdle();
});

test('with a turn of the event loop as its job, a flood yields to other work', async () => {
  const limit = new ConcurrencyLimit({ slots: 8 });
  const seen: number[] = [];
  let passed = 0;
  const all = Array.from({ length: 40 }, async () => {
    await limit.run(() => yieldToEventLoop());
    passed += 1;
  });
  while ((seen.at(-1) ?? 0) < 40) {
    await yieldToEventLoop();
    seen.push(passed);
  }
  expect(seen.length).toBeGreaterThanOrEqual(5);
  for (const [index, count] of seen.entries()) {
    expect(count - (seen[index - 1] ?? 0)).toBeLessThanOrEqual(8);
  }
  await Promise.all(all);
});
