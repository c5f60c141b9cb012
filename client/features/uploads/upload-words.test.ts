import { expect, test } from 'vitest';
import type { UploadFile } from '../../../shared/contracts/uploads.ts';
import { paceText } from './upload-words.ts';

const reading = {
  step: 'ler',
  bytes: 9,
  textBytes: 9,
  progressBytes: 0,
  progressLines: 0,
} as UploadFile;

test.each([
  [1, '1 linha/s'],
  [2, '2 linhas/s'],
  [1234, '1.234 linhas/s'],
])('a pace of %i lines agrees in number', (linesPerSecond, text) => {
  const pace = { share: null, bytesPerSecond: null, linesPerSecond, secondsLeft: null };
  expect(paceText({ ...reading, pace }).replaceAll('\u00A0', ' ')).toBe(text);
});
