import { expect, test } from 'vitest';
import { durationText, sizeText } from './sending-texts.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [1, '1 byte'],
  [702, '702 bytes'],
  [101_733, '99,3 KB'],
  [764_043, '746 KB'],
  [7_340_032, '7 MB'],
  [445_205_787, '425 MB'],
])('%i bytes', (bytes, text) => {
  expect(plain(sizeText(bytes))).toBe(text);
});

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [60, '1 min 0 s'],
  [124.1, '2 min 5 s'],
  [7_260, '2 h 1 min'],
])('%d seconds', (seconds, text) => {
  expect(plain(durationText(seconds))).toBe(text);
});
