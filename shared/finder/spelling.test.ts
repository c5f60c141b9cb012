import { expect, test } from 'vitest';
import { differentLetters, letterBits, typingErrors } from './spelling.ts';

test.each([
  ['auxiliar', 'auxiliar', 0],
  ['auxliar', 'auxiliar', 1],
  ['auxilliar', 'auxiliar', 1],
  ['auxiluar', 'auxiliar', 1],
  ['auxilair', 'auxiliar', 1],
  ['uaxiliar', 'auxiliar', 1],
  ['auxlir', 'auxiliar', 2],
  ['uaxilair', 'auxiliar', 2],
  ['ausiliar', 'auxiliares', 3],
  ['caixa', 'faixas', 2],
  ['', 'ab', 2],
])('%s and %s are %i errors apart', (a, b, errors) => {
  expect(typingErrors(a, b, 4)).toBe(errors);
  expect(typingErrors(b, a, 4)).toBe(errors);
});

test('what is farther than asked is told as one more', () => {
  expect(typingErrors('vendedor', 'enfermeiro', 2)).toBe(3);
  expect(typingErrors('vendedor', 'enfermeiro', 1)).toBe(2);
});

test('counts the letters that only one of two words has', () => {
  expect(differentLetters(letterBits('caixa'), letterBits('xaica'))).toBe(0);
  expect(differentLetters(letterBits('caixa'), letterBits('faixas'))).toBe(3);
});
