import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTypedTitles } from '../../../bench/titles/typed-titles.ts';

test.each([
  ['typed-titles.txt', 500],
  ['typed-analysts.txt', 390],
  ['typed-spoken.txt', 320],
])('labelled texts are read as they are meant: %s', (name, minimum) => {
  const file = new URL(`../../../bench/titles/${name}`, import.meta.url);
  const { requested, missed } = readTypedTitles(readFileSync(file, 'utf8'));
  expect(requested).toBeGreaterThanOrEqual(minimum);
  expect(missed.length / requested, missed.join('\n')).toBeLessThanOrEqual(0.02);
});
