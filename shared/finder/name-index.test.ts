import { expect, test } from 'vitest';
import { indexNames, nearestNames } from './name-index.ts';

const index = indexNames(
  ['xbcd', 'abcx', 'abcd ef', 'quite another', 'bcd bcd bcd'].map((text, at) => ({
    code: `00000${at}`,
    text,
    isTitle: true,
  })),
);
const near = (plain: string) => nearestNames(index, plain).map(({ plain: name }) => name);

// By hand, for "abcd" (" ab", "abc", "bcd", "cd "): "abcd ef" shares all four (8/11), the others two (4/8) or, for "bcd
// bcd bcd", "bcd" and "cd " once each (4/15).
test('names are compared by the pieces they share, those as alike in their order', () => {
  expect(near('abcd')).toEqual(['abcd ef', 'xbcd', 'abcx']);
});

test('a text without letters resembles no name', () => {
  expect(near('')).toEqual([]);
});
