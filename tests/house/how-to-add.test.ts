import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const text = await readFile('docs/how-to-add.md', 'utf8');
// The text without the line ends inside paragraphs.
const flat = text.replaceAll(/\s+/g, ' ');

const source = '(?:shared|server|client|bench|tests)/[^`]*';
/** "`symbol` in `path`", with other symbols of the same file before it. */
const named = [...flat.matchAll(new RegExp(`\`(\\w+)\` in \`(${source})\``, 'g'))].map(
  ([, symbol = '', path = '']) => ({ symbol, path }),
);

/** Whether a file declares a name: as a constant, function, class, type, field or method. */
const declares = (content: string, symbol: string) =>
  new RegExp(
    String.raw`\b(?:const|let|function|class|interface|type|def)\s+${symbol}\b|^\s*(?:readonly\s+)?${symbol}\??\s*[:=(,]|\b${symbol}:`,
    'm',
  ).test(content);

test('each file that a step names declares the symbol that the step names with it', async () => {
  expect(named.length).toBeGreaterThan(40);
  const missing: string[] = [];
  for (const { symbol, path } of named) {
    const content = existsSync(path) ? await readFile(path, 'utf8') : '';
    if (!declares(content, symbol)) missing.push(`${symbol} in ${path}`);
  }
  expect(missing).toEqual([]);
});

test('each source file is named with a symbol', () => {
  const paths = [...flat.matchAll(new RegExp(`\`(${source}\\.tsx?)\``, 'g'))].map(
    ([, path = '']) => path,
  );
  const withSymbol = new Set(named.map(({ path }) => path));
  expect(paths.filter((path) => !path.endsWith('.test.ts') && !withSymbol.has(path))).toEqual([]);
});
