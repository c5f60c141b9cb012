import { expect, test } from 'vitest';
import { noneBelowText } from './totals.ts';

const textOf = (placed: number) =>
  noneBelowText({ people: 39, placed }, 'piso').replaceAll('\u00a0', ' ');

test('that no one is below a reference is stated of the compared people alone', () => {
  expect(textOf(39)).toBe('Ninguém ganha menos que o piso.');
  expect(textOf(28)).toBe('De 28 pessoas comparadas, nenhuma ganha menos que o piso.');
  expect(textOf(0)).toBe('Nenhuma pessoa foi comparada.');
});
