import { afterEach, expect, test, vi } from 'vitest';
import { CallError, UnreachableError } from '../../lib/call.ts';
import { finishThroughLosses, Pace, Retries } from './upload-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the pace is unknown during the first second', () => {
  const pace = new Pace();
  expect(pace.bytesPerSecond(0, 0)).toBeNull();
  expect(pace.bytesPerSecond(1000, 500)).toBeNull();
  expect(pace.bytesPerSecond(2000, 1000)).toBe(2000);
});

test('time in which the upload was paused does not lower the pace', () => {
  const pace = new Pace();
  pace.bytesPerSecond(0, 0);
  expect(pace.bytesPerSecond(5000, 1000)).toBe(5000);
  pace.restart();
  expect(pace.bytesPerSecond(5000, 60_000)).toBeNull();
  expect(pace.bytesPerSecond(7000, 61_000)).toBe(2000);
});

test('an unreachable server is retried without limit, with delays that grow to 15 s', () => {
  const retries = new Retries();
  const delays = Array.from({ length: 20 }, () => retries.delayAfter(new CallError(502, '')));
  expect(delays.slice(0, 5)).toEqual([1000, 2000, 4000, 8000, 15_000]);
  expect(delays.at(-1)).toBe(15_000);
  retries.restart();
  expect(retries.delayAfter(new UnreachableError('lost'))).toBe(1000);
});

test('four failures of the server without progress in between end the upload', () => {
  const crash = new CallError(500, '');
  const retries = new Retries();
  const delays = Array.from({ length: 5 }, () => retries.delayAfter(crash));
  expect(delays).toEqual([1000, 2000, 4000, 8000, undefined]);
  retries.restart();
  expect(retries.delayAfter(crash)).toBe(1000);
  expect(new Retries().delayAfter(new CallError(409, 'Não.', { code: 'x' }))).toBeUndefined();
});

/** Queues a file while the calls get these responses in turn; the last one repeats. */
function finishWith(signal: AbortSignal, ...responses: readonly (() => Response)[]) {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  let calls = 0;
  vi.stubGlobal('fetch', async () => {
    const response = responses[Math.min(calls, responses.length - 1)];
    calls += 1;
    if (response === undefined) throw new Error('No response is left.');
    return response();
  });
  const finished = finishThroughLosses({ files: [{ id: 'a' }] }, signal).catch(
    (error: unknown) => error,
  );
  return { finished, calls: () => calls };
}

const crash = () => new Response('', { status: 500 });
const offline = () => {
  throw new TypeError('Failed to fetch');
};
const received = () => Response.json({ uploadId: 'u1', message: 'x' });
const patient = () => new AbortController().signal;

test('a server that crashes on each last call ends the sending', async () => {
  const { finished, calls } = finishWith(patient(), crash);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls()).toBe(5);
  expect(await finished).toMatchObject({ name: 'CallError', status: 500 });
});

test('the last call is repeated until the connection is back, or the sending is cancelled', async () => {
  const lost = finishWith(patient(), ...Array.from({ length: 20 }, () => offline), received);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(await lost.finished).toBe('u1');
  const leaving = new AbortController();
  const left = finishWith(leaving.signal, offline);
  await vi.advanceTimersByTimeAsync(60_000);
  leaving.abort('cancelled');
  expect(await left.finished).toBe('cancelled');
});
