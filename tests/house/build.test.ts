import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildWhereChanged } from '../../scripts/build-where-changed.ts';

const dist = join(import.meta.dirname, '../../dist');

test.each([
  ['paper', 'paper.js'],
  ['kernel', 'kernel.wasm'],
])('the bundle %s is not built again if its sources are the same', async (bundle, file) => {
  const built = join(dist, bundle, file);
  await buildWhereChanged([bundle]);
  const { mtimeMs } = await stat(built);
  await buildWhereChanged([bundle]);
  expect((await stat(built)).mtimeMs).toBe(mtimeMs);
});

test('a bundle that does not exist is refused by its name', async () => {
  await expect(buildWhereChanged(['papel'])).rejects.toThrow('No bundle is named papel.');
});
