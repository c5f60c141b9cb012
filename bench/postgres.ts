/**
 * Restarts PostgreSQL under 20 searchers, loads and reports, 30 times or the given number:
 * `npm run bench -- postgres 30`.
 */
import { restartPostgres } from '../tests/support/postgres-restarts.ts';

const restarts = Number(process.argv[2] ?? 30);
const begun = performance.now();
const run = await restartPostgres({ restarts, searchers: 20, pauseMs: 1_000, awayMs: 500 });
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(JSON.stringify({ ...run, seconds }, null, 2));
const { deaths, errors, wrong, lost } = run;
process.exit(deaths.length + errors.length + wrong.length + lost.length > 0 ? 1 : 0);
