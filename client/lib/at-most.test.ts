import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test('two run, the third waits its turn, and one that leaves the queue is never begun', async () => {
  const run = atMost(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  const { signal } = new AbortController();
  const leaving = new AbortController();
  const [a, b] = [run(work('a'), signal), run(work('b'), signal)];
  const left = run(work('left'), leaving.signal);
  const d = run(work('d'), signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.();
  expect(await b).toBe('b');
  await expect.poll(() => begun).toEqual(['a', 'b', 'd']);
  ends.get('a')?.();
  ends.get('d')?.();
  expect(await Promise.all([a, d])).toEqual(['a', 'd']);
});
