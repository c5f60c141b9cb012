import { getCnae } from '@brazilian-utils/brazilian-utils/get-cnae';
import { expect, test } from 'vitest';
import { allCnaes } from './cnaes.ts';

/** A class is the first five digits, and each class has a subclass with one of these endings. */
const endings = [0, 1, 2, 3, 99];

test('lists every code that the table answers to, ascending', () => {
  const answered: string[] = [];
  for (let start = 0; start < 100_000; start++) {
    if (!endings.some((ending) => getCnae(start * 100 + ending))) continue;
    for (let ending = 0; ending < 100; ending++) {
      const found = getCnae(start * 100 + ending);
      if (found) answered.push(found.code);
    }
  }
  expect(allCnaes()).toHaveLength(1332);
  expect(allCnaes().map(({ codigo }) => codigo)).toEqual(answered);
});
