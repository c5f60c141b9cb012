import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md'], { cwd: root });
const linesOf = (page: string) => readFileSync(join(root, page), 'utf8').trimEnd().split('\n');

/** The longest page, in lines; these have a limit of their own. */
const usual = 200;
const limits: Readonly<Record<string, number>> = {
  'docs/operacao.md': 250,
  'docs/performance.md': 150,
};

test('every page is short enough to be read', () => {
  expect(pages).toContain('docs/operacao.md');
  const long = pages.filter((page) => linesOf(page).length > (limits[page] ?? usual));
  expect(long).toEqual([]);
});

/** Seven to forty hexadecimal digits, with letters and digits. */
const revision = /\b(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/;

test('no page cites a revision: a page states what holds now', () => {
  expect(revision.test('at revision 4e1aa0f')).toBe(true);
  const cited = pages.flatMap((page) =>
    linesOf(page).flatMap((line, index) =>
      revision.test(line) ? [`${page}:${index + 1}: ${line.slice(0, 80)}`] : [],
    ),
  );
  expect(cited).toEqual([]);
});

test('a number names one decision', () => {
  const numbers = pages.flatMap((page) => /^docs\/decisions\/(\d{4})-/.exec(page)?.[1] ?? []);
  expect(numbers.length).toBeGreaterThan(30);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('the guide for servers sizes them for 10,000 users and ten years', () => {
  const text = linesOf('docs/servidores.md').join('\n');
  const [, sums = ''] = text.split('## Contas para 10.000 pessoas e dez anos');
  for (const [what, result] of [
    ['linhas', `${120 * 4.4} milhões`],
    ['disco do índice', `${Math.ceil((528 * 17.4) / 1000)} GB`],
    [
      'consultas no minuto mais cheio',
      `${Math.round(((10_000 / 5) * 30 * 3) / 5 / 3600)} por segundo`,
    ],
    ['processador das consultas', `${Math.ceil((5 * 0.2) / 0.6)} núcleos`],
  ])
    expect(sums).toMatch(new RegExp(`\\| ${what}.*\\| ${result} +\\|`));
});
