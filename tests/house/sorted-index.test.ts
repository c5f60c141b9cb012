import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'server/answers/index/';
const entry = `${folder}sorted-index.ts`;
const root = join(import.meta.dirname, '../..');

test('the sorted index is imported only through its entry module', () => {
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

/** The modules that a module loads when it starts, itself included: type imports load nothing. */
function loadedBy(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  if (!path.endsWith('.ts')) return found;
  const text = readFileSync(join(root, path), 'utf8');
  for (const [, names = '', source = ''] of text.matchAll(
    /^(?:im|ex)port (?!type )([^;]*?)from '([^']+)'/gm,
  )) {
    const isTypesOnly = /^\{[^}]*\}/.test(names) && !/[{,]\s*(?!type )[\w$]/.test(names);
    if (isTypesOnly) continue;
    if (source.startsWith('.')) loadedBy(join(dirname(path), source), found);
    else found.add(source);
  }
  return found;
}

test('a count thread loads no schemas and no reference tables, which each of six threads would hold', () => {
  const loaded = [...loadedBy(`${folder}count/count-worker.ts`)];
  expect(loaded).toContain(`${folder}count/line-kernel.ts`);
  const tables = /^(zod|@brazilian-utils)|places\.ts|occupations\.ts|\.json$|query\/dimensions\.ts/;
  expect(loaded.filter((path) => tables.test(path))).toEqual([]);
});

test('a server with CLICKHOUSE_URL loads nothing of the embedded engine, which few platforms have', () => {
  const started = ['server/process/start.ts', 'server/process/command/command.ts'];
  const loaded = started.flatMap((path) => [...loadedBy(path)]);
  expect(loaded).toContain('server/platform/warehouse/open.ts');
  expect(loaded.filter((path) => /chdb|warehouse\/embedded\.ts$/.test(path))).toEqual([]);
  expect([...loadedBy('server/platform/warehouse/embedded.ts')]).toContain('chdb');
});
