import { expect, test } from 'vitest';
import { hashPassword, isPassword, isSamePassword } from './passwords.ts';

test('a password is the same from every keyboard, and no other is', async () => {
  const stored = await hashPassword('Quase-1ã');
  expect(await isPassword(stored, 'Quase-1a\u0303')).toBe(true);
  expect(isSamePassword('Quase-1ã', '\uFF31uase-1a\u0303')).toBe(true);
  expect(isSamePassword('Quase-1ã', 'Quase-1a')).toBe(false);
});
