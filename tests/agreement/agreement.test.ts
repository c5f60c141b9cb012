import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { monthsEnding } from '../../shared/codes/months.ts';
import { writeSyntheticFiles } from '../support/synthetic-files.ts';
import { compareAnswers } from '../support/agreement.ts';
import { engineBackend } from '../../server/answers/present/answer.ts';
import { preparedAnswering } from '../support/prepared-answering.ts';
import { compareDeferredPanels } from '../support/deferred-agreement.ts';
import { newInstallation, type Installation } from '../support/installation.ts';
import { Recomputation } from '../support/recompute.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(async () => installation.close());

// Each query runs a dozen times on either engine: the figures, and each panel. `npm run bench -- agreement` runs more.

test('agrees to the centavo with a recomputation on another engine, over synthetic months', async () => {
  const order = {
    directory: join(installation.folder, 'texts'),
    linesPerMonth: 10_000,
    seed: 'agreement',
  };
  const newest = await writeSyntheticFiles({ ...order, months: monthsEnding('202602', 5) });
  // A change of composition needs the month a year before the last one.
  const files = [...(await writeSyntheticFiles({ ...order, months: ['202502'] })), ...newest];
  await installation.load(...files.map(({ path }) => path));
  const recomputation = await Recomputation.over(files);
  const run = await compareAnswers(installation, recomputation, { queries: 10, seed: 'a' });
  expect(run.disagreements).toEqual([]);
  expect(run.answered).toBeGreaterThan(5);
  expect(run.groups).toBeGreaterThan(400);
  const indexed = await preparedAnswering(installation);
  const panels = await compareDeferredPanels(indexed, recomputation, {
    queries: 10,
    seed: 'panels 3',
  });
  expect(panels.disagreements).toEqual([]);
  const byEngine = await compareDeferredPanels(
    { ...indexed, backend: engineBackend },
    recomputation,
    { queries: 3, seed: 'panels by engine' },
  );
  expect(byEngine.disagreements).toEqual([]);
  expect(panels.answered).toBeGreaterThan(7);
  expect([panels.floors, panels.mixes, panels.changes].every((count) => count > 0)).toBe(true);
  const [{ cancelled } = {}] = await recomputation.rows(
    'select count(*)::int as cancelled from movements where cancelled',
  );
  expect(cancelled).toBeGreaterThan(50);
});
