import { expect, test } from 'vitest';
import { returnAddress } from './sign-in-flow.ts';

test.each([
  ['/', '/'],
  ['/saved', '/saved'],
  ['/?cbo=252105&uf=SP', '/?cbo=252105&uf=SP'],
  ['/admin/users#x', '/admin/users'],
  ['/a/../saved', '/saved'],
])('%s is a path of this site', (text, path) => {
  expect(returnAddress(text)).toBe(path);
});

test.each([
  'https://mal.example/',
  '//mal.example/',
  '/\\mal.example',
  '\\\\mal.example',
  '/\t/mal.example',
  '/./\n/mal.example',
  '/x/..//mal.example',
  '/.//mal.example',
  'javascript:alert(1)',
  'mal.example',
  '@mal.example',
  '/api/logout',
  '/saved/../api/logout',
  '',
  `/?x=${'a'.repeat(2_000)}`,
])('%j leads to the first screen instead', (text) => {
  expect(returnAddress(text)).toBe('/');
});
