import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError, UnreachableError } from './call.ts';
import { inQueue, positionOptions } from './queue-position.ts';

beforeEach(() => {
  vi.useFakeTimers();
  client.clear();
});
afterEach(() => void vi.useRealTimers());

const client = new QueryClient();
const queryKey = ['market'];
const staying = new AbortController().signal;
const shown = () => client.getQueryData(positionOptions(queryKey).queryKey);

/** A request that fails `times` times, with a retry after three seconds each, and then succeeds. */
function refused(times: number, place: number) {
  let requested = 0;
  return async () => {
    requested += 1;
    if (requested > times) return `answer ${place}`;
    throw new CallError(503, `Há ${place - 1} na frente.`, {
      code: 'too_many_searches',
      queue: { place, total: 9 },
      retryAfterSeconds: 3,
    });
  };
}
const runInQueue = (send: () => Promise<string>) =>
  inQueue(send, { client, queryKey, signal: staying });

test('of several queued requests, a queue position is shown until the last one is answered', async () => {
  const answers = [refused(1, 4), refused(2, 6), refused(0, 1)].map(runInQueue);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toMatchObject({ place: 6, waiting: 2 });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(shown()).toMatchObject({ place: 6, waiting: 1 });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await Promise.all(answers)).toEqual(['answer 4', 'answer 6', 'answer 1']);
  expect(shown()).toBeNull();
});

test('another failure is passed on, and no queue position is shown', async () => {
  const failure = new UnreachableError(new Error('offline'));
  await expect(runInQueue(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(shown()).toBeUndefined();
});
