import { expect, test } from 'vitest';
import { formatCnpj, isCnpj, normalisedCnpj } from './cnpj.ts';

test.each([
  ['11.222.333/0001-81', true],
  ['00.000.000/0001-91', true],
  ['33.000.167/0001-01', true],
  // Receita Federal's own example of the alphanumeric form.
  ['12.ABC.345/01DE-35', true],
  ['12.abc.345/01de-35', true],
  ['12.ABC.345/01DE-36', false],
  ['12.ABC.345/01DF-35', false],
  ['11.222.333/0001-82', false],
  ['11.222.333/0001-8A', false],
  ['00.000.000/0000-00', false],
  ['1122233300018', false],
  ['112223330001811', false],
  ['', false],
])('%s: %s', (text, expected) => {
  expect(isCnpj(normalisedCnpj(text))).toBe(expected);
});

test('is written with its signs', () => {
  expect(formatCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
});
