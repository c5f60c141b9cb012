import { hash } from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';
import { hashPassword, isOutdated, isPassword, isSamePassword } from './passwords.ts';

// Uses the production costs.
vi.unmock('./password-cost.ts');

describe('a password', () => {
  test('is stored as argon2id with its own salt, and is slow to try', async () => {
    const start = performance.now();
    const [first, second] = [await hashPassword('segredo'), await hashPassword('segredo')];
    expect((performance.now() - start) / 2).toBeGreaterThan(100);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=65544,t=14,p=1\$/);
    expect(first).not.toBe(second);
  });

  test('is distinguished from a wrong one, and no password fits an account that does not exist', async () => {
    const stored = await hashPassword('segredo');
    expect(await isPassword(stored, 'segredo')).toBe(true);
    expect(await isPassword(stored, 'Segredo')).toBe(false);
    expect(await isPassword(undefined, 'segredo')).toBe(false);
  });

  test('is compared in its composed Unicode form, and look-alike characters differ', async () => {
    const stored = await hashPassword('Quase-1ã');
    expect(await isPassword(stored, 'Quase-1a\u0303')).toBe(true);
    expect(await isPassword(stored, 'Quase-1a')).toBe(false);
    expect(await isPassword(stored, '\uFF31uase-1ã')).toBe(false);
    expect(isSamePassword('Quase-1ã', 'Quase-1a\u0303')).toBe(true);
    expect(isSamePassword('Quase-1ã', '\uFF31uase-1ã')).toBe(false);
    expect(isSamePassword('Quase-1ã', 'Quase-1a')).toBe(false);
  });

  test('that was hashed in the folded form is still accepted, and its hash is outdated', async () => {
    const folded = await hash('Senha-1o', { memoryCost: 65_536, timeCost: 14, parallelism: 1 });
    expect(await isPassword(folded, 'Senha-1º')).toBe(true);
    expect(isOutdated(folded)).toBe(true);
    expect(await isPassword(await hashPassword('Senha-1o'), 'Senha-1º')).toBe(false);
  });
});
