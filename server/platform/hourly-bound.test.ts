import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hourlyBound } from './hourly-bound.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a person has so many in an hour from the first on, whatever others take', () => {
  const hasLeft = hourlyBound(3);
  const answers: boolean[] = [];
  for (let minute = 0; minute < 80; minute += 16) {
    answers.push(hasLeft('Ana'));
    vi.advanceTimersByTime(16 * 60_000);
  }
  expect(answers).toEqual([true, true, true, false, true]);
  expect(['Bia', 'Bia', 'Bia', 'Bia'].map(hasLeft)).toEqual([true, true, true, false]);
});
