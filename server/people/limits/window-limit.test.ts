import { expect, test } from 'vitest';
import { WindowLimit } from './rate-limit.ts';

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
