import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { monthsEnding } from '../../shared/codes/months.ts';
import { writeSyntheticFiles } from '../support/synthetic-files.ts';
import { Recomputation } from '../support/recompute.ts';
import { compareReports } from '../support/report-agreement.ts';
import { openResearch, type Research } from '../support/research.ts';

let research: Research;
beforeAll(async () => {
  research = await openResearch({});
});
afterAll(() => research.close());

test('the PDF and the workbook of a query have every figure of its search', async () => {
  const files = await writeSyntheticFiles({
    directory: join(research.installation.folder, 'texts'),
    months: monthsEnding('202602', 3),
    linesPerMonth: 3_000,
    seed: 'report agreement',
  });
  await research.installation.load(...files.map(({ path }) => path));
  const run = await compareReports(research, await Recomputation.over(files), {
    queries: 3,
    seed: 'three',
  });
  expect(run.missing).toEqual([]);
  expect(run.figures).toBeGreaterThan(150);
});
