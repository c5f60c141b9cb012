import { expect, test } from 'vitest';
import { brasiliaDay, brasiliaMonth, monthsBetween, monthsEnding } from './months.ts';

test('lists months in a row, across years', () => {
  expect(monthsEnding('202602', 4)).toEqual(['202511', '202512', '202601', '202602']);
});

test('months are counted over years', () => {
  expect(monthsBetween('202512', '202601')).toBe(1);
  expect(monthsBetween('202601', '202501')).toBe(-12);
});

test('a day and a month end at midnight in Brasília', () => {
  const [last, first] = [new Date('2027-01-01T02:59:59.999Z'), new Date('2027-01-01T03:00:00Z')];
  expect([brasiliaDay(last), brasiliaMonth(last)]).toEqual(['2026-12-31', '202612']);
  expect([brasiliaDay(first), brasiliaMonth(first)]).toEqual(['2027-01-01', '202701']);
});
