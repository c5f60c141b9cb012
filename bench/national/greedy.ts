/**
 * One account sends very many heavy questions at once; another asks small ones meanwhile:
 * `npm run bench:greedy -- --months 12 --lines 4400000 --keep folder --heavy 120 --small 20`.
 */
import { Agent } from 'node:http';
import { parseArgs } from 'node:util';
import { preparedAnswering } from '../../tests/support/prepared-answering.ts';
import { openInstallation } from '../../tests/support/installation.ts';
import { seededRandom } from '../../tests/support/random.ts';
import { prepareData } from './data.ts';
import { search } from './http-search.ts';
import { toldLatency } from './latency.ts';
import { describeMachine, machineLine } from './machine.ts';
import { usualOptions, whole } from './options.ts';
import { drawFrom, randomFilters, type Filters } from './questions.ts';
import { startServer } from './server-process.ts';
import { signedInCookies } from './sessions.ts';
import { endOnSignals } from './signals.ts';
import { distinct, drawnSmall, ratiosOf, timedOneByOne } from './small-questions.ts';
import { tellAtConsole } from './tell.ts';

endOnSignals();
const { values } = parseArgs({
  options: {
    months: { type: 'string' },
    lines: { type: 'string' },
    keep: { type: 'string' },
    heavy: { type: 'string' },
    small: { type: 'string' },
    port: { type: 'string' },
  },
});
const { say, table } = tellAtConsole;
const { seed } = usualOptions;
const data = await prepareData(
  {
    months: whole('months', values.months, usualOptions.months),
    lines: whole('lines', values.lines, usualOptions.lines),
    keep: values.keep,
    seed,
  },
  say,
);
try {
  const { small, others, heavy, cookies } = await prepared();
  const port = whole('port', values.port, usualOptions.port);
  const server = await startServer({
    dataDir: data.installation,
    port,
    env: { ANSWERS_AHEAD: '0' },
  });
  try {
    const agent = new Agent({ keepAlive: true });
    const [quiet = '', greedy = ''] = cookies;
    const one = (cookie: string) => (filters: Filters) =>
      search(server.address, agent, cookie, filters);
    await timedOneByOne(small.slice(0, 2), one(quiet));
    const alone = await timedOneByOne(small, one(quiet));
    const begun = performance.now();
    const flood = heavy.map(one(greedy));
    const beside = await timedOneByOne(others, one(quiet));
    const besideSeconds = (performance.now() - begun) / 1000;
    const statuses = Map.groupBy(await Promise.all(flood), (status) => status);
    const floodSeconds = (performance.now() - begun) / 1000;
    agent.destroy();
    table('Small questions of one person, one after another, over HTTP, nothing kept', {
      alone: toldLatency(alone),
      [`beside ${heavy.length} heavy ones of another`]: toldLatency(beside),
      'times as long': ratiosOf(beside, alone),
    });
    const ended = [...statuses].map(([status, own]) => `${own.length} × ${status}`).join(', ');
    say(
      `the small ones took ${besideSeconds.toFixed(1)} s, the heavy ones ${floodSeconds.toFixed(1)} s: ${ended}`,
    );
  } finally {
    await server.stop();
  }
} finally {
  await data.remove();
}

/** Two lists of small questions, alike and none twice, the heavy ones, and who asks. */
async function prepared() {
  const installation = await openInstallation(data.installation);
  try {
    const { release } = await preparedAnswering(installation);
    say(machineLine(await describeMachine(installation.warehouse)));
    const draw = await drawFrom(installation.warehouse, release, seededRandom(`${seed} greedy`));
    const count = whole('small', values.small, 20);
    const smallOnes = drawnSmall(draw, count * 2 + 2);
    return {
      small: smallOnes.slice(0, count),
      others: smallOnes.slice(count, count * 2),
      heavy: distinct(whole('heavy', values.heavy, 120), () => randomFilters(draw, 2)),
      cookies: await signedInCookies(installation.store, 2),
    };
  } finally {
    await installation.leave();
  }
}
