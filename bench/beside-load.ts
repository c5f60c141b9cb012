/**
 * Measures small queries of one user over HTTP, alone and while the server loads a month from the source:
 * `npm run bench -- beside-load --months 12 --lines 4400000 --keep folder --load-lines 4400000`.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { monthLater } from '../shared/codes/months.ts';
import { openInstallation } from '../tests/support/installation.ts';
import { preparedAnswering } from '../tests/support/prepared-answering.ts';
import { seededRandom } from '../tests/support/random.ts';
import { writeSyntheticFiles } from '../tests/support/synthetic-files.ts';
import { prepareData } from './national/data.ts';
import { drawnSmall, floodRow, smallOnes } from './national/floods.ts';
import { search } from './national/http-search.ts';
import { describeMachine, machineLine } from './national/machine.ts';
import { readOptions } from './national/options.ts';
import { drawFrom, type Filters } from './national/queries.ts';
import { RunningLoad } from './national/running-load.ts';
import { startServer } from './national/server-process.ts';
import { signedInCookies } from './national/sessions.ts';
import { endOnSignals } from './national/signals.ts';
import { consoleOutput } from './national/console-output.ts';

endOnSignals();
const options = readOptions(process.argv.slice(2));
const { seed, 'load-lines': linesPerMonth } = options;
const { print, table } = consoleOutput;
const [warmUp, count] = [10, 100];
/** Number of queries that are prepared for the time of the load, for each query without a load: a load takes longer. */
const besideOnes = 20;
const data = await prepareData(options, print);
const folder = await mkdtemp(join(tmpdir(), 'caged-beside-load-'));
try {
  const dataDir = join(folder, 'installation');
  // Works on a copy, so that the reusable data do not change.
  await cp(data.installation, dataDir, {
    recursive: true,
    filter: (path) => basename(path) !== 'pipes',
  });
  const { month, alone, others, reader, administrator } = await prepared(dataDir);
  const source = join(folder, 'source');
  await writeSyntheticFiles({ directory: source, months: [month], linesPerMonth, seed });
  const server = await startServer(dataDir, {
    PRECOMPUTED_OCCUPATIONS: '0',
    CAGED_SOURCE: source,
  });
  try {
    const agent = new Agent({ keepAlive: true });
    const send = (filters: Filters) => search(server.address, agent, reader, filters);
    await smallOnes(alone.slice(0, warmUp), send);
    const quiet = await smallOnes(alone.slice(warmUp), send);
    const load = new RunningLoad(server.address, administrator);
    await load.begin(month);
    const busy = await smallOnes(load.whileRunning(others), send, Infinity);
    agent.destroy();
    table('Small queries of one person, one after another, over HTTP, nothing cached', {
      [`beside ${linesPerMonth} lines that are loaded`]: floodRow(quiet.times, busy),
    });
    print(`the load took ${load.seconds.toFixed(1)} s beside the queries`);
  } finally {
    await server.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  await data.remove();
}

/**
 * Returns the month before the first, two lists of similar, distinct small queries, and the cookies of the reader and
 * the administrator.
 */
async function prepared(dataDir: string) {
  const installation = await openInstallation(dataDir);
  try {
    const { release } = await preparedAnswering(installation);
    print(machineLine(await describeMachine(installation.warehouse)));
    const draw = await drawFrom(installation.warehouse, release, seededRandom(`${seed} load`));
    // The most frequent queries come first: the lists alternate, so that both get equally frequent ones.
    const small = drawnSmall(draw, (count + warmUp) * besideOnes);
    const [first = ''] = release.months;
    const [administrator = ''] = await signedInCookies(installation.store, 1, 'ADMIN');
    const [reader = ''] = await signedInCookies(installation.store, 1);
    return {
      month: monthLater(first, -1),
      alone: small.filter((_, at) => at % besideOnes === 0),
      others: small.filter((_, at) => at % besideOnes !== 0),
      reader,
      administrator,
    };
  } finally {
    await installation.leave();
  }
}
