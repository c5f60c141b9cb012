import { expect, test } from 'vitest';
import { readingTexts } from './left-out-words.ts';

const occupation = (cbo: string, titulo: string) => ({ cbo, titulo, count: 40 });
const textWithout = (...leftOut: string[]) => ({ leftOut, alike: [], areas: [] });
const seller = occupation('521110', 'Vendedor');

test('names the occupation of a typed text only if it is the only one', () => {
  const text = textWithout();
  const found = 'Ocupação encontrada: 521110 - Vendedor.';
  expect(readingTexts({ text, occupations: [seller] })).toEqual([found]);
  const others = [seller, occupation('411005', 'Auxiliar')];
  expect(readingTexts({ text, occupations: others })).toEqual([]);
  // A chosen occupation is no interpretation.
  expect(readingTexts({ text: null, occupations: [seller] })).toEqual([]);
  expect(readingTexts({ text: textWithout('xyz', 'zyx'), occupations: [seller] })).toEqual([
    found,
    'Ignoramos “xyz”, “zyx”: nenhum cargo tem essas palavras juntas.',
  ]);
});
