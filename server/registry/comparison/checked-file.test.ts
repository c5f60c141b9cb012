import { expect, test } from 'vitest';
import { explainedText, finePercentText } from './checked-file.ts';

test('a small limit does not read as zero', () => {
  expect([0.24, 0.0064, 0.001, 0.0003, 0.00004].map(finePercentText)).toEqual([
    '24 %',
    '0,6 %',
    '0,1 %',
    '0,03 %',
    '0,004 %',
  ]);
});

test('a limit of more than eleven times is no limit to state', () => {
  expect(explainedText(Math.log(10.9))).toBe('o limite para essa diferença é 990 %');
  expect(explainedText(Math.log(11.1))).toBe('nem a variação usual nem o acaso explicam tanto');
});
