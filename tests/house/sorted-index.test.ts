import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'server/answers/index/';
const entry = `${folder}sorted-index.ts`;

test('the sorted index is imported only through its entry module', () => {
  const root = join(import.meta.dirname, '../..');
  const paths = globSync('{client,server,shared,tests,bench}/**/*.{ts,tsx}', { cwd: root });
  const imports = paths
    .filter((path) => !path.startsWith(folder))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/'(\.{1,2}\/[^']+)'/g)]
        .map(([, relative = '']) => join(path, '..', relative))
        .filter((target) => target.startsWith(folder))
        .map((target) => ({ path, target })),
    );
  expect(imports.length).toBeGreaterThan(4);
  expect(imports.filter(({ target }) => target !== entry)).toEqual([]);
});
