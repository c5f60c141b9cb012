import { expect, test } from 'vitest';
import { killFinishes } from '../support/kill-finishes.ts';
import { seededRandom } from '../support/random.ts';

// bench/kill-finishes.ts does the same with 30 kills.
test('a process killed while it passes uploads to a load loses no file, and none is loaded twice', async () => {
  const run = await killFinishes(4, seededRandom('finish'));
  expect(run).toMatchObject({ kills: 4, lost: [], twice: [] });
});
