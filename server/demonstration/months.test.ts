import { expect, test } from 'vitest';
import { monthsBetween, monthsEnding } from './months.ts';

test('counts months across years, either way', () => {
  expect(monthsBetween('202511', '202602')).toBe(3);
  expect(monthsBetween('202602', '202511')).toBe(-3);
});

test('lists months in a row', () => {
  expect(monthsEnding('202602', 4)).toEqual(['202511', '202512', '202601', '202602']);
});
