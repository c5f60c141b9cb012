import { expect, test } from 'vitest';
import { monthsBetween, monthsEnding } from './months.ts';

test('lists months in a row, across years', () => {
  expect(monthsEnding('202602', 4)).toEqual(['202511', '202512', '202601', '202602']);
});

test('months are counted over years', () => {
  expect(monthsBetween('202512', '202601')).toBe(1);
  expect(monthsBetween('202601', '202501')).toBe(-12);
});
