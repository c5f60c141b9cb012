import { expect, test } from 'vitest';
import { occupationText, readSearchText, suggestionLookup } from './search-text.ts';

test.each([
  ['521110', { cbo: '521110' }],
  ['5211-10', { cbo: '521110' }],
  [' 521110 ', { cbo: '521110' }],
  ['521110 - Vendedor de comércio varejista', { cbo: '521110' }],
  ['vendedor', { searchQuery: 'vendedor' }],
  ['52111', { searchQuery: '52111' }],
  ['5211100', { searchQuery: '5211100' }],
  ['521110 vendedor', { searchQuery: '521110 vendedor' }],
  ['521110-Vendedor', { searchQuery: '521110-Vendedor' }],
  ['   ', null],
])('%j asks for %j', (text, asked) => expect(readSearchText(text)).toEqual(asked));

test.each([
  ['5211-10', { kind: 'code', code: '521110' }],
  ['ven', { kind: 'title', text: 'ven' }],
  ['ve', null],
  ['x'.repeat(121), null],
  ['', null],
  ['521110 - Vendedor', null],
])('%j looks up %j', (text, lookup) => expect(suggestionLookup(text)).toEqual(lookup));

test('a picked occupation reads back as its code', () => {
  const text = occupationText({ cbo: '223505', titulo: 'Enfermeiro - auditor' });
  expect(readSearchText(text)).toEqual({ cbo: '223505' });
});
