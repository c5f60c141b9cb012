import { expect, test } from 'vitest';
import { Spacing, WindowLimit } from './rate-limit.ts';

test('each has so many in a window from his first on, whatever others take', () => {
  let minutes = 0;
  const count = new WindowLimit(3, 3600, () => new Date(minutes * 60_000));
  const results: unknown[] = [];
  for (; minutes < 80; minutes += 16) results.push(count.take('Ana'));
  expect(results).toEqual([
    { left: 2, seconds: 3600 },
    { left: 1, seconds: 2640 },
    { left: 0, seconds: 1680 },
    { left: -1, seconds: 720 },
    { left: 2, seconds: 3600 },
  ]);
  expect(['Bia', 'Bia', 'Bia', 'Bia'].map((who) => count.take(who).left)).toEqual([2, 1, 0, -1]);
});

test('events of one caller are spaced, up to the longest delay, whatever others do', () => {
  let now = 0;
  const spacing = new Spacing({ everyMs: 100, longestMs: 250 }, () => new Date(now));
  const delays = (caller: string, count: number) =>
    Array.from({ length: count }, () => spacing.delayMs(caller));
  expect(delays('Ana', 5)).toEqual([0, 100, 200, 250, 250]);
  expect(delays('Bia', 2)).toEqual([0, 100]);
  now = 150;
  expect([...delays('Bia', 1), ...delays('Ana', 1)]).toEqual([50, 200]);
  now = 1000;
  expect([...delays('Bia', 2), ...delays('Ana', 2)]).toEqual([0, 100, 0, 100]);
});
