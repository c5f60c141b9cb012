/** Kills the process 30 times at random moments of a load of 500,000 lines: `npm run bench:kill-loads`. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../server/demonstration/random.ts';
import { writeDemonstrationMonths } from '../server/demonstration/write-demonstration-months.ts';
import { killLoads } from '../tests/kill-loads.ts';

async function version(seed: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'caged-version-'));
  const plan = { directory, months: ['202601'], linesPerMonth: 500_000, seed };
  const [file] = await writeDemonstrationMonths(plan);
  if (file === undefined) throw new Error('No file was written.');
  return file.path;
}

const versions = [await version('one'), await version('two'), await version('three')];
const run = await killLoads({ versions, kills: 30, random: seededRandom('thirty kills') });
console.log(JSON.stringify(run, null, 2));
process.exitCode = run.mixtures.length + run.lost.length > 0 ? 1 : 0;
