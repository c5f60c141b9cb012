import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildWhereChanged } from '../../scripts/build-where-changed.ts';

const paper = join(import.meta.dirname, '../../dist/paper/paper.js');

test('a bundle whose sources are the same is not built again', async () => {
  await buildWhereChanged(['paper']);
  const { mtimeMs } = await stat(paper);
  await buildWhereChanged(['paper']);
  expect((await stat(paper)).mtimeMs).toBe(mtimeMs);
});

test('a bundle that does not exist is refused by its name', async () => {
  await expect(buildWhereChanged(['papel'])).rejects.toThrow('No bundle is named papel.');
});
