import { expect, test } from 'vitest';
import { lineCount, rowHeight } from './wrapped-text.ts';

test('counts the lines of a text that is wrapped at its spaces', () => {
  // 10 digits of width are 11 characters of text.
  expect(lineCount('um de cada', 10)).toBe(1);
  expect(lineCount('um de cada um', 10)).toBe(2);
  expect(lineCount('a\nb', 10)).toBe(2);
  expect(lineCount('', 10)).toBe(1);
  // A word that is longer than a line is broken: 25 characters, 11 a line.
  expect(lineCount('a'.repeat(25), 10)).toBe(3);
  expect(lineCount('um de cada', 10, 22)).toBe(2);
});

test('a row is as high as its lines, up to the highest that a spreadsheet has', () => {
  expect([rowHeight(1), rowHeight(3), rowHeight(2, 22)]).toEqual([16, 46, 61]);
  expect(rowHeight(100)).toBe(409);
});
