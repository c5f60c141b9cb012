import { join } from 'node:path';
import { expect, test } from 'vitest';
import { monthsEnding } from '../../shared/codes/months.ts';
import { compareReaders } from '../support/api-agreement.ts';
import { Recomputation } from '../support/recompute.ts';
import { openResearch } from '../support/research.ts';
import { writeSyntheticFiles } from '../support/synthetic-files.ts';

/** `npm run bench -- api-agreement` runs 200. */
test('screen, API and receipt have the same figures for random queries', async () => {
  const research = await openResearch({});
  const files = await writeSyntheticFiles({
    directory: join(research.installation.folder, 'texts'),
    months: monthsEnding('202602', 2),
    linesPerMonth: 4_000,
    seed: 'readers',
  });
  await research.installation.load(...files.map(({ path }) => path));
  const recomputation = await Recomputation.over(files);
  const run = await compareReaders(research, recomputation, { queries: 8, seed: 'a' });
  expect(run.disagreements).toEqual([]);
  expect(run.stated).toBeGreaterThan(3);
  expect(run.suppressed).toBeGreaterThan(0);
  await research.close();
});
