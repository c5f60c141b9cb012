import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accessDocument } from './access-document.ts';
import { routeTable, type RouteTable } from './route-table.ts';

/** The formatter aligns the columns by spaces and hyphens. */
const unaligned = (text: string) => text.replaceAll(/([ -])\1*/g, '$1');

test('docs/access.md is as the table is: node server/routes/access/access-document.ts', () => {
  const path = join(import.meta.dirname, '../../../docs/access.md');
  expect(unaligned(readFileSync(path, 'utf8'))).toBe(unaligned(accessDocument()));
});

test('only signed-in routes open before the password or the second factor is set', () => {
  const table: RouteTable = routeTable;
  const opensBefore = Object.values(table).filter((rule) => rule.opensBefore !== undefined);
  expect(new Set(opensBefore.map(({ access }) => access))).toEqual(new Set(['signed-in']));
});
