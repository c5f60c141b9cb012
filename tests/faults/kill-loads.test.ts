import { expect, test } from 'vitest';
import { seededRandom } from '../support/random.ts';
import { killLoads, monthVersions } from '../support/kill-loads.ts';

// Fraction of an act's time: 0.23, 0.90 and 0.43.
test('a process killed in an import, undo or restore leaves a whole release, and the repeated act ends as a calm one', async () => {
  const versions = await monthVersions(40_000);
  // Of an act's time: 0.23, 0.90 and 0.43.
  const run = await killLoads({ versions, kills: 3, random: seededRandom('killed') });
  expect(run).toMatchObject({ kills: 3, mixtures: [], lost: [] });
  expect(run.interrupted.import).toBe(1);
});
