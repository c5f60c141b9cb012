import { expect, test } from 'vitest';
import { explainedText, textsBeyond } from './checked-file.ts';

test('a number differs from the limit that it exceeds, and neither reads as zero', () => {
  expect(textsBeyond(24, 0.64)).toEqual(['24', '0,6']);
  expect(textsBeyond(0.1, 0.03)).toEqual(['0,1', '0,03']);
  expect(textsBeyond(0.004, 0.0038)).toEqual(['0,004', '0,0038']);
  expect(textsBeyond(1.00004, 1)).toEqual(['1,00004', '1']);
  expect(textsBeyond(1, 1)).toEqual(['1', '1']);
});

test('a limit of more than eleven times is no limit to state', () => {
  expect(explainedText(Math.log(10.9))).toBe('o limite para essa diferença é 990 %');
  expect(explainedText(Math.log(11.1))).toBe('nem a variação usual nem o acaso explicam tanto');
});
