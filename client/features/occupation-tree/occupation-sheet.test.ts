import { expect, test } from 'vitest';
import { leftOutOf } from './occupation-sheet.tsx';

test.each([
  [undefined, undefined],
  [['paulista'], 'Palavra ignorada: “paulista”.'],
  [['paulista', 'feliz'], 'Palavras ignoradas: “paulista”, “feliz”.'],
])('the words %o that no found name has are counted', (ignoradas, text) => {
  const item = { codigo: '521110', titulo: 'Vendedor' };
  expect(leftOutOf([ignoradas === undefined ? item : { ...item, ignoradas }])).toBe(text);
});
