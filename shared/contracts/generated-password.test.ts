import { expect, test } from 'vitest';
import { passwordProblems } from './passwords.ts';
import { generatedPassword } from './generated-password.ts';

// One in fifty draws has no digit: of a thousand, some are drawn again.
const given = Array.from({ length: 1000 }, generatedPassword);

test('a generated password meets the rules, and no two are the same', () => {
  expect(given.flatMap((password) => passwordProblems(password))).toEqual([]);
  expect(new Set(given).size).toBe(given.length);
});

test('a generated password has 128 bits or more, of letters that do not look alike', () => {
  const lengths = new Set(given.map((password) => password.replaceAll('-', '').length));
  const letters = new Set(given.join('').replaceAll('-', ''));
  expect(Math.min(...lengths) * Math.log2(letters.size)).toBeGreaterThanOrEqual(128);
  expect([...letters].filter((letter) => '0Oo1lI'.includes(letter))).toEqual([]);
  for (const password of given) expect(password).toMatch(/^(\w{5}-){4}\w{5}$/);
});
