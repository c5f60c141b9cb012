import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { seededRandom } from '../../tests/support/random.ts';
import { preparedAnswering } from '../../tests/support/prepared-answering.ts';
import { openInstallation } from '../../tests/support/installation.ts';
import { costTable, diskCost } from './cost.ts';
import { prepareData, type BenchData } from './data.ts';
import { formatMs } from './latency.ts';
import { describeMachine, machineLine } from './machine.ts';
import type { BenchOptions } from './options.ts';
import { drawFrom, drawnPool, type Filters } from './queries.ts';
import { closeRivals, openRivals } from './rivals/open-rivals.ts';
import { measureServerTimes, serverTimesTable } from './server-time.ts';
import { signedInCookies } from './sessions.ts';
import { ratios, sideBySideTable } from './ratios.ts';
import { measureSideBySide, type SideBySide } from './side-by-side.ts';
import { measureUsers, usersTable } from './users.ts';

/** The output of lines and tables. */
export interface Output {
  readonly print: (line: string) => void;
  readonly table: (title: string, rows: Record<string, unknown>) => void;
}

/** Distinct queries that the users send, by Zipf's law. */
const poolSize = 400;

/** Runs the whole benchmark. Returns all measurements. */
export async function runBench(options: BenchOptions, output: Output) {
  const data = await prepareData(options, output.print);
  try {
    const inProcess = await measureInProcess(options, data, output);
    const users = await measureOverHttp(options, data, inProcess, output);
    const beside = await measureRivals(options, data, output);
    const { pool: _, ...measured } = inProcess;
    return { options, contents: data.contents, ...measured, users, ...beside };
  } finally {
    await data.remove();
  }
}

async function measureInProcess(options: BenchOptions, data: BenchData, { print, table }: Output) {
  const installation = await openInstallation(data.installation);
  try {
    const begun = performance.now();
    const answering = await preparedAnswering(installation);
    const preparedSeconds = (performance.now() - begun) / 1000;
    const machine = await describeMachine(installation.warehouse);
    print(machineLine(machine));
    print(data.seconds === null ? '' : `made and loaded in ${data.seconds.toFixed(0)} s`);
    print(`sorted index files built, or found, in ${preparedSeconds.toFixed(1)} s`);
    const cost = await diskCost(
      installation.warehouse,
      answering.release,
      join(installation.folder, 'ranked'),
    );
    table(`Disk: ${cost.lines.toLocaleString('en')} lines`, costTable(cost));
    const serverTimes = await measureServerTimes(answering, {
      ...options,
      directory: data.installation,
    });
    table(
      `Server time, all panels in one response, without the response cache, one query after another${serverTimes.isDiskCold === false ? ' (cold: files could not be removed from the page cache)' : ''}`,
      serverTimesTable(serverTimes),
    );
    const draw = await drawFrom(
      installation.warehouse,
      answering.release,
      seededRandom(`${options.seed} users`),
    );
    return {
      machine,
      cost,
      serverTimes,
      pool: drawnPool(draw, poolSize),
    };
  } finally {
    await installation.leave();
  }
}

const mebibytes = (bytes: number | null) =>
  bytes === null ? 'not reported by this system' : `${Math.round(bytes / 2 ** 20)} MiB`;

async function measureOverHttp(
  options: BenchOptions,
  data: BenchData,
  { pool }: { readonly pool: readonly Filters[] },
  { print, table }: Output,
) {
  if (options.users.length === 0) return null;
  const installation = await openInstallation(data.installation);
  const cookies = await signedInCookies(installation.store, Math.max(...options.users));
  await installation.leave();
  const measured = await measureUsers({
    ...options,
    dataDir: data.installation,
    pool,
    cookies,
  });
  table(
    `Users over HTTP, signed in, ${pool.length} queries by Zipf's law, with the response cache`,
    usersTable(measured),
  );
  const { startMs, atRestBytes, peakBytes, precomputeSeconds } = measured.memory;
  const isBusy = precomputeSeconds === null && options.precompute > 0;
  const when = isBusy ? 'while it precomputed' : 'at rest';
  print(
    `server process: started in ${formatMs(startMs)} ms, memory ${when} ${mebibytes(atRestBytes)}, at its peak ${mebibytes(peakBytes)}`,
  );
  if (precomputeSeconds !== null)
    print(`popular queries precomputed in ${precomputeSeconds.toFixed(0)} s`);
  else if (isBusy) print(`not all popular queries precomputed in ${options.precompute} s`);
  return measured;
}

async function measureRivals(options: BenchOptions, data: BenchData, { print, table }: Output) {
  const installation = await openInstallation(data.installation);
  const answering = await preparedAnswering(installation);
  const rivals = await openRivals({
    warehouse: installation.warehouse,
    release: answering.release,
    folder: data.rivals,
    names: options.rivals,
    isPersistent: data.isPersistent,
    print,
  }).catch(async (error: unknown) => {
    await installation.leave();
    throw error;
  });
  try {
    const sideBySide = await measureSideBySide(answering, rivals, options);
    const all = ratios(sideBySide, options.rivals);
    table('Side by side: mean of the same queries, × how many times as long', sideBySideTable(all));
    printFailures(sideBySide, print);
    return { rivals: rivals.map(({ version }) => version), sideBySide, ratios: all };
  } finally {
    await closeRivals(rivals);
    await installation.leave();
  }
}

function printFailures(
  { measured, groups, disagreements }: SideBySide,
  print: Output['print'],
): void {
  const failures = measured.flatMap(({ kind, rivals }) =>
    Object.entries(rivals).flatMap(([name, { failure }]) =>
      failure === undefined ? [] : [`${name}, ${kind}: ${failure}`],
    ),
  );
  for (const failure of new Set(failures)) print(`not answered: ${failure}`);
  print(
    `${measured.length} queries, ${groups.toLocaleString('en')} groups compared to the centavo, ${disagreements.length} answers that differ`,
  );
  for (const { rival, filters, differences } of disagreements.slice(0, 5))
    print(JSON.stringify({ rival, filters, differences: differences.slice(0, 3) }));
}

/** Compares the load of a month with the engine's bare INSERT of the same text, as `npm run bench -- load` does. */
export async function runLoadBench(lines: number): Promise<number> {
  const script = join(import.meta.dirname, '../load.ts');
  const child = spawn(process.execPath, [script, String(lines), '1'], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return Number(code ?? 1);
}
