import { expect, test } from 'vitest';
import { finePercentText } from './checked-file.ts';

test('a small limit does not read as zero', () => {
  expect([0.24, 0.0064, 0.001, 0.0003, 0.00004].map(finePercentText)).toEqual([
    '24 %',
    '0,6 %',
    '0,1 %',
    '0,03 %',
    '0,004 %',
  ]);
});
