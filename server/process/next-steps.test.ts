import { expect, test } from 'vitest';
import { nextSteps } from './next-steps.ts';

const told = (host: string, publicUrl?: string) =>
  nextSteps('http://x:3000', { host, publicUrl }).join('\n');

test.each([
  ['0.0.0.0', undefined],
  ['10.0.0.7', 'http://caged.intra'],
])('on %s with %s the start warns that nothing is encrypted', (host, publicUrl) => {
  expect(told(host, publicUrl)).toContain('sem criptografia');
});

test.each([
  ['127.0.0.1', undefined],
  ['localhost', undefined],
  ['0.0.0.0', 'https://caged.example'],
])('on %s with %s it does not', (host, publicUrl) => {
  expect(told(host, publicUrl)).not.toContain('sem criptografia');
});
