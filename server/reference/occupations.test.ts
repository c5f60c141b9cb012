import { getCbo } from '@brazilian-utils/brazilian-utils/get-cbo';
import { expect, test } from 'vitest';
import { allOccupations, occupationTitle } from './occupations.ts';

test('lists every code that the table answers to, ascending', () => {
  const answered: string[] = [];
  for (let code = 0; code < 1_000_000; code++) {
    const found = getCbo(code);
    if (found) answered.push(found.code);
  }
  expect(allOccupations()).toHaveLength(2694);
  expect(allOccupations().map(({ code }) => code)).toEqual(answered);
});

test('titles a code, leading zeros preserved and spaces tidied', () => {
  expect(occupationTitle('521110')).toBe('Vendedor de comércio varejista');
  expect(occupationTitle('010205')).toBe('Oficial da aeronáutica');
  expect(occupationTitle('111315')).toBe('Ministro do superior tribunal militar');
});

test('knows no title of codes outside the table', () => {
  for (const code of ['999999', '10205', '', '5211-10', 'vendedor']) {
    expect(occupationTitle(code)).toBeUndefined();
  }
});
