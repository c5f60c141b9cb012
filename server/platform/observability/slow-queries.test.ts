import { expect, test } from 'vitest';
import { shortPlan } from './slow-queries.ts';

test('a plan is stored whole where it is short', () => {
  const plan = ['Expression', '  ReadFromMergeTree (movements)'];
  expect(shortPlan(plan)).toEqual(plan);
});

test('of a huge plan the log has the beginning of its lines and how many more there are', () => {
  const huge = Array.from({ length: 5_000 }, () => 'x'.repeat(100_000));
  const short = shortPlan(huge);
  expect(short).toHaveLength(61);
  expect(short[0]).toBe(`${'x'.repeat(300)}…`);
  expect(short.at(-1)).toBe('… (4940 more lines)');
});
