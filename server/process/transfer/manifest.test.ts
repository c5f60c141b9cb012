import { expect, test } from 'vitest';
import { TransferredFile } from './manifest.ts';

test.each([
  ['reports/a.pdf', true],
  ['uploads/2026-11 março/CAGEDMOV202610..txt', true],
  ['/etc/passwd', false],
  ['uploads/../../secret.key', false],
  ['uploads/a\n/../../../secret.key', false],
  ['uploads/\u2028/../../secret.key', false],
  ['uploads//a', false],
  ['uploads/./a', false],
  ['uploads/a/', false],
  ['uploads\\..\\secret.key', false],
  ['uploads/a\0', false],
])('%j is the path of a file of a backup: %s', (path, isPath) => {
  expect(TransferredFile.safeParse({ path, bytes: 1, sha256: 'ab' }).success).toBe(isPath);
});
