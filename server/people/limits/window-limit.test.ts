import { expect, test } from 'vitest';
import { windowLimit } from './rate-limit.ts';

test('a clock that is put back ends a window', () => {
  let hours = 5;
  const count = windowLimit(1, 60, () => new Date(hours * 3_600_000));
  count.take('Ana');
  hours = 4;
  expect(count.take('Ana')).toEqual({ left: 0, seconds: 60 });
});

test('each user has a limit per window, which starts with the user’s first request and is independent of others', () => {
  let minutes = 0;
  const count = windowLimit(3, 3600, () => new Date(minutes * 60_000));
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
