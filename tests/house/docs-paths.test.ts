import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('the steps of how-to-add name files that are there', async () => {
  const text = await readFile('docs/how-to-add.md', 'utf8');
  const paths = [...text.matchAll(/`((?:shared|server|client|tests)\/[^`]*)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
