import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Each measurement is the file, or the folder, of its name, and reads its own arguments. The default is `national`. */
const benchmarks: Readonly<Record<string, string>> = {
  national: 'searches on data of national size, compared with other engines',
  growth: 'how latency grows with the number of months loaded',
  greedy: "one user's small queries, alone and beside another user's heavy ones",
  'beside-load': 'small queries, alone and during a load',
  titles: 'whether everyday job titles, official names and misspelt ones find their occupation',
  equality: 'random queries: chosen structure, plain SQL and another engine, to the centavo',
  towns: 'estimates of small municipalities: hidden records, intervals, and a recomputation in R',
  load: "loading a month, compared with the engine's bare INSERT of the same text",
  'kill-loads': '30 kills of imports, rollbacks and restores of 500,000 lines',
  'kill-finishes': '30 kills while the server passes complete uploads to a load',
  replicated: 'a replicated cluster with a real ZooKeeper',
  restarts: 'restarts of real processes under load: no acknowledged data is lost, no error but 503',
  postgres:
    '30 restarts of PostgreSQL during searches and loads: no process dies, no error but 503',
  memory: 'minutes of heavy queries whose clients disconnect: memory reaches a plateau',
  agreement: 'random queries compared with a recomputation on another engine',
  'api-agreement':
    "random queries through the screen's call, the API and the receipt: the figures are identical",
  'sign-in': 'known and unknown accounts, medians of 50',
  'mutated-files': '2,000 corrupted files against the guarantees of loading',
  'pay-gap':
    'how often the intervals of the adjusted difference contain a planted one, and whether Python computes the same',
  floors:
    'how many planted wage floors the panel of floors finds, and how many of its values were not planted',
  delays:
    'how often the bands of what a month still expects hold its later count, on planted histories',
  'month-changes':
    'how many months without a change alert the users of saved searches, and how many planted changes are found',
  disclosure: 'whether any suppressed value follows from the other values of responses',
  intervals:
    "how often the intervals of medians contain a planted one, and whether R's survey package computes the same",
  comparison: 'how many genuine files the comparison holds, and how many damaged ones it accepts',
  'real-files':
    'a real FOR file with lost decimal commas (`commas`), and five years of one state made of its lines (`years 31`)',
  reports: 'PDF and workbook: time by step, memory',
  'large-reports':
    'CSV and workbook of a million records: time, memory, longest stall of the server',
};
/** Measurements of documents, which need the built charts. */
const needBuild: ReadonlySet<string> = new Set(['reports', 'large-reports']);

/** Runs the named benchmark with the other arguments; without a name, the national one. */
export async function runBenchmark(args: readonly string[]): Promise<void> {
  const [first = ''] = args;
  if (first === '--list') return list();
  const name = first === '' || first.startsWith('-') ? 'national' : first;
  if (!Object.hasOwn(benchmarks, name)) {
    console.error(`There is no benchmark "${name}".`);
    list();
    process.exitCode = 2;
    return;
  }
  if (needBuild.has(name)) build();
  const file = join(import.meta.dirname, `${name}.ts`);
  const path = existsSync(file) ? file : join(import.meta.dirname, name, 'main.ts');
  process.argv.splice(1, process.argv.length, path, ...(name === first ? args.slice(1) : args));
  try {
    await import(path);
  } catch (error) {
    if (!(error instanceof TypeError) || !String(error).includes('ERR_PARSE_ARGS')) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

function list(): void {
  const width = Math.max(...Object.keys(benchmarks).map((name) => name.length));
  for (const [name, about] of Object.entries(benchmarks))
    console.log(`${name.padEnd(width)}  ${about}`);
}

function build(): void {
  const script = join(import.meta.dirname, '../scripts/build.mjs');
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed.');
}
