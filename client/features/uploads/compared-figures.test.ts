import { expect, test } from 'vitest';
import { differenceText } from './compared-figures.tsx';

const plain = (now: number | null, other: number | null) =>
  differenceText(now, other)?.replaceAll('\u00a0', ' ');

test('states the difference of a figure in percent of the other', () => {
  expect(plain(112, 100)).toBe('+12,0 %');
  expect(plain(75, 100)).toBe('−25,0 %');
  expect(plain(300, 100)).toBe('+200,0 %');
  expect(plain(100, 100)).toBe('igual');
});

test('a missing figure, a zero and a negative balance have no difference in percent', () => {
  expect(plain(10, 0)).toBeUndefined();
  expect(plain(null, 10)).toBeUndefined();
  expect(plain(10, null)).toBeUndefined();
  expect(plain(-5, -10)).toBeUndefined();
});
