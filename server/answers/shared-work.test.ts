import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { SharedWork } from './shared-work.ts';

const refusal = () => new AppError('too_many', 503, 'Volte.', { retryAfterSeconds: 5 });
const limits = {
  refusal,
  bytesOf: ({ length }: Buffer) => length,
  maxBytes: 1000,
  atOnce: 2,
  waiting: 2,
  patienceMs: 5_000,
};
const staying = new AbortController().signal;

/** A computation that ends when it is told to, or when it is stopped. */
function computation() {
  const gate = Promise.withResolvers<Buffer>();
  const stopped: unknown[] = [];
  let runs = 0;
  const compute = (signal: AbortSignal) => {
    runs += 1;
    signal.addEventListener('abort', () => {
      stopped.push(signal.reason);
      gate.reject(signal.reason);
    });
    return gate.promise;
  };
  return {
    compute,
    stopped,
    runs: () => runs,
    end: (text: string) => gate.resolve(Buffer.from(text)),
  };
}

test('the same question at the same time is computed once, and not again afterwards', async () => {
  const answers = new SharedWork(limits);
  const { compute, runs, end } = computation();
  const asked = [1, 2, 3, 4, 5].map(() => answers.ask('a', staying, compute));
  end('42');
  expect((await Promise.all(asked)).map(String)).toEqual(['42', '42', '42', '42', '42']);
  expect(String(await answers.ask('a', staying, compute))).toBe('42');
  expect(runs()).toBe(1);
});

test('one reader that leaves stops nothing; the last one stops the computation', async () => {
  const answers = new SharedWork(limits);
  const { compute, stopped } = computation();
  const first = new AbortController();
  const second = new AbortController();
  const asked = [first, second].map(({ signal }) => answers.ask('a', signal, compute));
  first.abort(new Error('first left'));
  await expect(asked[0]).rejects.toThrow('first left');
  expect(stopped).toEqual([]);
  second.abort(new Error('second left'));
  await expect(asked[1]).rejects.toThrow('second left');
  expect(stopped).toHaveLength(1);
});

test('whoever asks after all have left gets a computation of his own', async () => {
  const answers = new SharedWork(limits);
  const left = new AbortController();
  const abandoned = computation();
  const asked = answers.ask('a', left.signal, abandoned.compute);
  left.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
  const again = computation();
  const askedAgain = answers.ask('a', staying, again.compute);
  again.end('new');
  expect(String(await askedAgain)).toBe('new');
});

test('a failure is told to all who wait and is not kept', async () => {
  const answers = new SharedWork(limits);
  let turn = 0;
  const compute = async () => {
    turn += 1;
    await sleep(5);
    if (turn === 1) throw new Error('engine');
    return Buffer.from('ok');
  };
  const asked = [answers.ask('a', staying, compute), answers.ask('a', staying, compute)];
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(String(await answers.ask('a', staying, compute))).toBe('ok');
});

test('answers beyond the bound go, the longest unread first', async () => {
  const answers = new SharedWork({ ...limits, maxBytes: 250 });
  const runs: string[] = [];
  const ask = (key: string) =>
    answers.ask(key, staying, async () => {
      runs.push(key);
      return Buffer.alloc(99);
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
  expect(runs).toEqual(['a', 'b', 'c', 'b']);
});

test('so many are computed at once, so many wait, and the next is sent away with a time to come back', async () => {
  const answers = new SharedWork(limits);
  const computations = ['a', 'b', 'c', 'd'].map((key) => ({ key, ...computation() }));
  const asked = computations.map(({ key, compute }) => answers.ask(key, staying, compute));
  await expect(answers.ask('e', staying, computation().compute)).rejects.toMatchObject({
    status: 503,
    code: 'too_many',
    retryAfterSeconds: 5,
  });
  expect(computations.map(({ runs }) => runs())).toEqual([1, 1, 0, 0]);
  for (const { key, end } of computations) end(key);
  expect((await Promise.all(asked)).map(String)).toEqual(['a', 'b', 'c', 'd']);
});

test('one that waits too long is sent away, and one that leaves makes room', async () => {
  const answers = new SharedWork({ ...limits, atOnce: 1, waiting: 1, patienceMs: 20 });
  const inside = computation();
  const first = answers.ask('a', staying, inside.compute);
  await expect(answers.ask('b', staying, computation().compute)).rejects.toMatchObject({
    code: 'too_many',
  });
  const leaving = new AbortController();
  const waiting = answers.ask('c', leaving.signal, computation().compute);
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  const next = answers.ask('d', staying, async () => Buffer.from('d'));
  inside.end('a');
  expect(String(await first)).toBe('a');
  expect(String(await next)).toBe('d');
});
