import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './call.ts';
import { runInQueue, type QueuePosition } from './queue-position.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const waits = (place: number, retryAfterSeconds: number) =>
  new CallError(503, `Há ${place - 1} na frente.`, {
    code: 'too_many_searches',
    queue: { place, total: 9 },
    retryAfterSeconds,
  });

/** Fails with `refusal`, then returns these answers in order; records the time of each call, in milliseconds. */
function line(refusal: CallError, answers: readonly (string | Error)[]) {
  const begun = Date.now();
  const searchedAt: number[] = [];
  const places: QueuePosition[] = [];
  const leaving = new AbortController();
  const send = async () => {
    const answer = [refusal, ...answers][searchedAt.length];
    searchedAt.push(Date.now() - begun);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const onPosition = (place: QueuePosition) => void places.push(place);
  const result = runInQueue(send, { signal: leaving.signal, onPosition });
  return { searchedAt, places, leaving, result };
}

test('repeats the request when the server says so and reports each queue position until the response arrives', async () => {
  const { searchedAt, places, result } = line(waits(7, 8), [waits(2, 3), 'R$ 1.500']);
  await vi.runAllTimersAsync();
  expect(await result).toBe('R$ 1.500');
  expect(searchedAt).toEqual([0, 8_000, 11_000]);
  expect(places).toEqual([
    { place: 7, total: 9, sentence: 'Há 6 na frente.' },
    { place: 2, total: 9, sentence: 'Há 1 na frente.' },
  ]);
});

test('another error rejects at once', async () => {
  const failure = new CallError(503, 'A pesquisa demorou.', { code: 'search_too_heavy' });
  const { searchedAt, result } = line(waits(7, 8), [failure, 'R$ 1.500']);
  const expectation = expect(result).rejects.toBe(failure);
  await vi.runAllTimersAsync();
  await expectation;
  expect(searchedAt).toEqual([0, 8_000]);
});

test('an aborted request is not repeated', async () => {
  const { searchedAt, leaving, result } = line(waits(7, 8), ['R$ 1.500']);
  const left = expect(result).rejects.toThrow('left');
  await vi.advanceTimersByTimeAsync(1_000);
  leaving.abort(new Error('left'));
  await left;
  await vi.runAllTimersAsync();
  expect(searchedAt).toEqual([0]);
});
