/** Restarts two web processes and a worker under load, 20 times or the given number: `npm run bench -- restarts 20`. */
import { openStore } from '../server/platform/store/store.ts';
import { approveWaiting } from '../tests/support/approve-waiting.ts';
import { openFleet } from '../tests/support/processes.ts';
import { restartUnderLoad } from '../tests/support/restarts.ts';

const restarts = Number(process.argv[2] ?? 20);
const fleet = await openFleet();
const webs = [fleet.process('web'), fleet.process('web')];
const workers = [fleet.process('worker')];
await Promise.all([...webs, ...workers].map((one) => one.start()));
const store = await openStore(fleet);
const ending = new AbortController();
const approving = approveWaiting(store, ending.signal);
const begun = performance.now();
const plan = { webs, workers, restarts, pauseMs: 1_500, uploadEveryMs: 1_000, saveEveryMs: 900 };
const run = await restartUnderLoad(plan);
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(JSON.stringify({ ...run, seconds }, null, 2));
ending.abort();
await approving;
await store.close();
await fleet.close();
const hasFailed = run.errors.length + run.wrong.length + run.lost.length > 0;
process.exit(hasFailed || run.exitCodes.some((code) => code !== 0) ? 1 : 0);
