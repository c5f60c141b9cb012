/** Kills the process 30 times while it passes complete uploaded files to a load: `npm run bench -- kill-finishes`. */
import { killFinishes } from '../tests/support/kill-finishes.ts';
import { seededRandom } from '../tests/support/random.ts';

const run = await killFinishes(Number(process.argv[2] ?? 30), seededRandom('thirty finishes'));
console.log(JSON.stringify(run, null, 2));
process.exitCode = run.lost.length + run.twice.length > 0 ? 1 : 0;
