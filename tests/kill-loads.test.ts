import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seededRandom } from '../server/demonstration/random.ts';
import { writeDemonstrationMonths } from '../server/demonstration/write-demonstration-months.ts';
import { killLoads } from './kill-loads.ts';

/** The same month in another version: the seed decides the lines. */
async function version(seed: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'caged-version-'));
  const plan = { directory, months: ['202601'], linesPerMonth: 40_000, seed };
  const [file] = await writeDemonstrationMonths(plan);
  if (file === undefined) throw new Error('No file was written.');
  return file.path;
}

// bench/kill-loads.ts does the same with 30 kills of 500,000 lines.
test('a process killed while loading leaves a whole release, and the next start ends the load', async () => {
  const versions = await Promise.all(['one', 'two', 'three'].map(version));
  const run = await killLoads({ versions, kills: 5, random: seededRandom('kills') });
  expect(run).toMatchObject({ kills: 5, mixtures: [], lost: [] });
  expect(run.interrupted).toBeGreaterThan(0);
}, 120_000);
