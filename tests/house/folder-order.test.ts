import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wrongArrows } from './folder-order.ts';

const importing = (path: string, relative: string) =>
  new Map([[path, `import { x } from '${relative}';`]]);

test('folders import those below them only', () => {
  const root = join(import.meta.dirname, '../..');
  const paths = globSync('{client,server,shared}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$|\/testing\//.test(path),
  );
  expect(paths.length).toBeGreaterThan(500);
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  expect(wrongArrows(texts)).toEqual([]);
});

test.each([
  ['server/platform/store/store.ts', '../warehouse/warehouse.ts'],
  ['server/platform/errors.ts', './store/store.ts'],
  ['server/answers/present/panels/panels.ts', '../../../routes/search/search.ts'],
  ['server/answers/present/answer.ts', '../serving/answer-service.ts'],
  ['server/routes/search/search.ts', '../../process/product.ts'],
  ['server/routes/search/search.ts', '../../client/lib/call.ts'],
  ['client/features/search/form.tsx', '../records/records-panel.tsx'],
  ['client/lib/call.ts', '../../server/platform/errors.ts'],
  ['shared/codes/codes.ts', '../../client/lib/call.ts'],
  ['server/platform/store/store.ts', '../unheard-of/folder.ts'],
])('an arrow from %s to %s is found', (path, relative) => {
  expect(wrongArrows(importing(path, relative))).toHaveLength(1);
});

test.each([
  ['server/platform/warehouse/warehouse.ts', '../store/store.ts'],
  ['server/answers/present/panels/panels.ts', '../../query/salary-query.ts'],
  ['server/research/reports/pdf/charts.ts', '../../../../client/paper/paper.ts'],
  ['client/features/search/form.tsx', './field.tsx'],
])('one from %s to %s is as it should be', (path, relative) => {
  expect(wrongArrows(importing(path, relative))).toEqual([]);
});
