/** Kills the process 30 times at random moments of an import, undo or restore of 500,000 lines: `npm run bench -- kill-loads`. */
import { seededRandom } from '../tests/support/random.ts';
import { killLoads, monthVersions } from '../tests/support/kill-loads.ts';

const versions = await monthVersions(Number(process.argv[2] ?? 500_000));
const run = await killLoads({ versions, kills: 30, random: seededRandom('thirty kills') });
console.log(JSON.stringify(run, null, 2));
process.exitCode = run.mixtures.length + run.lost.length > 0 ? 1 : 0;
