import { expect, test } from 'vitest';
import { embeddedLoadSettings, embeddedQuerySettings } from './query-settings.ts';

const niceness = (lane?: 'short' | 'medium' | 'long') =>
  Number(embeddedQuerySettings(lane && { lane })['os_threads_nice_value_query']);

test('in the embedded engine a small query goes before a larger one, and a load comes last', () => {
  const all = [
    niceness(),
    niceness('medium'),
    niceness('long'),
    embeddedLoadSettings.os_threads_nice_value_query,
  ];
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  expect(new Set(all).size).toBe(4);
  expect(niceness('short')).toBe(niceness());
});
