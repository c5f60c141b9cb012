import { expect, test } from 'vitest';
import { monthsEnding } from './months.ts';

test('lists months in a row, across years', () => {
  expect(monthsEnding('202602', 4)).toEqual(['202511', '202512', '202601', '202602']);
});
