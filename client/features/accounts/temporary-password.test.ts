import { expect, test } from 'vitest';
import { passwordProblems } from '../../../shared/contracts/passwords.ts';
import { temporaryPassword } from './temporary-password.ts';

test('a given password meets the rules, and no two are the same', () => {
  const given = Array.from({ length: 200 }, temporaryPassword);
  expect(given.flatMap((password) => passwordProblems(password, 'Senha temporária'))).toEqual([]);
  expect(new Set(given).size).toBe(given.length);
});
