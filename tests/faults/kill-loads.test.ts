import { expect, test } from 'vitest';
import { seededRandom } from '../support/random.ts';
import { killLoads, monthVersions } from '../support/kill-loads.ts';

// bench/kill-loads.ts does the same with 30 kills of 500,000 lines.
test('a process killed in an import, rollback or restore leaves a complete release, and repeating the command gives the same result as an undisturbed run', async () => {
  const versions = await monthVersions(40_000);
  // This seed kills at 0.23, 0.90 and 0.43 of an act's time.
  const run = await killLoads({ versions, kills: 3, random: seededRandom('killed') });
  expect(run).toMatchObject({ kills: 3, mixtures: [], lost: [] });
  expect(run.interrupted.import).toBe(1);
});
