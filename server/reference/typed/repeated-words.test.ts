import { expect, test } from 'vitest';
import { TypedText } from './typed-text.ts';

test('a part of repeated words has the name of the part with each word once, found by one search', () => {
  const text = new TypedText('vendedor de loja '.repeat(12));
  const once = text.bestFor('vendedor de loja');
  expect(once?.code).toBe('521110');
  // The same object: the second part is not searched.
  expect(text.bestFor('vendedor vendedor de loja')).toBe(once);
  expect(text.bestFor('vendedor de loja vendedor de loja')).toBe(once);
});
