import { expect, test } from 'vitest';
import { formatBytes, formatMilliseconds, formatSeconds } from './measures.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [0, '0 bytes'],
  [702, '702 bytes'],
  [1024, '1 KB'],
  [101_733, '99,3 KB'],
  [764_043, '746 KB'],
  [445_205_787, '425 MB'],
  [1_073_000_000, '1 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(plain(formatBytes(bytes))).toBe(text);
});

test.each([
  [0.4, '0 s'],
  [59.4, '59 s'],
  [60, '1 min'],
  [73, '1 min 13 s'],
  [3600, '1 h'],
  [5430, '1 h 31 min'],
  [7190, '2 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(plain(formatSeconds(seconds))).toBe(text);
});

test('the time of a step that was quick keeps its fractions', () => {
  expect(plain(formatMilliseconds(840))).toBe('0,84 s');
  expect(plain(formatMilliseconds(73_000))).toBe('1 min 13 s');
});
