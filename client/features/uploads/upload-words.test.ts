import { expect, test } from 'vitest';
import { readFile } from '../../../tests/support/sample-upload.ts';
import { paceText } from './upload-words.ts';

test.each([
  [1, '1 linha/s'],
  [2, '2 linhas/s'],
  [1234, '1.234 linhas/s'],
])('a pace of %i lines agrees in number', (linesPerSecond, text) => {
  const pace = { share: null, bytesPerSecond: null, linesPerSecond, secondsLeft: null };
  const file = { ...readFile, step: 'ler' as const, progressBytes: 0, progressLines: 0, pace };
  expect(paceText(file).replaceAll('\u00A0', ' ')).toBe(text);
});
