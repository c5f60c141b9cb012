import { expect, test } from 'vitest';
import { noneBelowText } from './totals.ts';

test('that no one is below a reference is stated of the compared people alone', () => {
  const text = (placed: number) => noneBelowText({ people: 39, placed }, 'piso');
  expect(text(39)).toBe('Ninguém ganha menos que o piso.');
  expect(text(28).replaceAll('\u00a0', ' ')).toBe(
    'De 28 pessoas comparadas, nenhuma ganha menos que o piso.',
  );
  expect(text(0)).toBe('Nenhuma pessoa foi comparada.');
});
