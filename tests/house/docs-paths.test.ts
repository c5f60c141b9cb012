import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

test('the steps of how-to-add name files that are there', async () => {
  const text = await readFile('docs/how-to-add.md', 'utf8');
  const paths = [...text.matchAll(/`((?:shared|server|client|tests)\/[^`]*)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test('files that pages and comments name are there', () => {
  const sources = globSync('{client,server,shared,tests,bench,scripts}/**/*.{ts,tsx,mjs}');
  const pages = globSync(['*.md', 'docs/**/*.md']).filter((page) => page !== 'CHANGELOG.md');
  const named = [...pages, ...sources].flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`(?:\.+\/)*([\w./-]+\.(?:tsx?|mjs))`/g)].map(
      ([, path = '']) => ({ page, path }),
    ),
  );
  expect(named.length).toBeGreaterThan(100);
  const exists = (path: string) =>
    existsSync(path) || sources.some((source) => source.endsWith(`/${path}`));
  expect(named.filter(({ path }) => !exists(path))).toEqual([]);
});

/** The anchors of a page's headings, as Git forges generate them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

async function isThere(page: string, target: string): Promise<boolean> {
  const [path = '', anchor] = target.split('#', 2);
  const file = path === '' ? page : join(dirname(page), decodeURIComponent(path));
  if (!existsSync(file)) return false;
  return anchor === undefined || anchorsOf(await readFile(file, 'utf8')).includes(anchor);
}

test('links of the documents lead to files and headings that are there', async () => {
  const pages = globSync(['*.md', 'docs/**/*.md']);
  const links: { page: string; target: string }[] = [];
  for (const page of pages) {
    const text = (await readFile(page, 'utf8')).replaceAll(/```[\s\S]*?```|`[^`]*`/g, '');
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    links.push(...targets.map((target) => ({ page, target })));
  }
  expect(links.length).toBeGreaterThan(50);
  const own = links.filter(({ target }) => !/^[a-z]+:/.test(target));
  const dead: string[] = [];
  for (const { page, target } of own) {
    if (!(await isThere(page, target))) dead.push(`${page} → ${target}`);
  }
  expect(dead).toEqual([]);
});
