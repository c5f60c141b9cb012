import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accessDocument } from './access-document.ts';
import { accessTable, openWithTemporaryPassword, type AccessTable } from './access.ts';

test('docs/access.md is as the table is: node server/routes/access/write-access-document.ts', () => {
  const path = join(import.meta.dirname, '../../../docs/access.md');
  expect(readFileSync(path, 'utf8')).toBe(accessDocument());
});

test('what opens with a temporary password is in the table', () => {
  const table: AccessTable = accessTable;
  for (const route of openWithTemporaryPassword) expect(table[route]).toBe('signed-in');
});
