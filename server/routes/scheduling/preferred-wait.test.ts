import { expect, test } from 'vitest';
import { preferredWaitMs } from './answering.ts';

test.each([
  ['wait=5', 5_000],
  ['respond-async, Wait = "10"; foo', 10_000],
  [['return=minimal', 'wait=0'], 0],
  ['wait=5, wait=9', 5_000],
  ['wait', undefined],
  ['wait=-1', undefined],
  ['wait=5s', undefined],
  ['await=5', undefined],
  ['wait=99999', undefined],
  ['', undefined],
  [undefined, undefined],
])('of %j the wait is %j ms', (header, expected) => {
  expect(preferredWaitMs(header)).toBe(expected);
});
