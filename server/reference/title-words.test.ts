import { expect, test } from 'vitest';
import { isWithinOneError, titleWords, wordStem } from './title-words.ts';

test('keeps the words that say something, without accents and case', () => {
  expect(titleWords('Vendedor de Comércio  Varejista')).toEqual([
    'vendedor',
    'comercio',
    'varejista',
  ]);
  expect(titleWords('Secretária(o) executiva(o)')).toEqual(['secretaria', 'executiva']);
  expect(titleWords('de da e o')).toEqual([]);
});

test('leaves out what a title excludes', () => {
  expect(titleWords('Supervisor de caixas e bilheteiros (exceto caixa de banco)')).toEqual([
    'supervisor',
    'caixas',
    'bilheteiros',
  ]);
  expect(titleWords('Tecelão (tear mecânico, exceto jacquard) pleno')).toEqual([
    'tecelao',
    'tear',
    'mecanico',
    'pleno',
  ]);
});

test.each([
  ['vendedora', 'vendedor'],
  ['vendedores', 'vendedor'],
  ['enfermeiras', 'enfermeiro'],
  ['operacoes', 'operacao'],
  ['jovens', 'jovem'],
  ['industriais', 'industrial'],
  ['texteis', 'textil'],
  ['civis', 'civil'],
  ['juizas', 'juiz'],
  ['maos', 'mao'],
])('%s and %s have one stem', (a, b) => {
  expect(wordStem(a)).toBe(wordStem(b));
});

test.each([
  ['enfermeiro', 'enfermagem'],
  ['mecanico', 'mecanismo'],
  ['caixa', 'caixeiro'],
])('%s and %s have two', (a, b) => {
  expect(wordStem(a)).not.toBe(wordStem(b));
});

test.each([
  ['auxliar', 'auxiliar'],
  ['auxilliar', 'auxiliar'],
  ['auxiluar', 'auxiliar'],
  ['auxilair', 'auxiliar'],
  ['uaxiliar', 'auxiliar'],
  ['auxiliar', 'auxiliar'],
])('%s is one error at most from %s', (a, b) => {
  expect(isWithinOneError(a, b)).toBe(true);
  expect(isWithinOneError(b, a)).toBe(true);
});

test.each([
  ['auxlir', 'auxiliar'],
  ['axuilair', 'auxiliar'],
  ['caixa', 'faixas'],
])('%s is more than one error from %s', (a, b) => {
  expect(isWithinOneError(a, b)).toBe(false);
});
