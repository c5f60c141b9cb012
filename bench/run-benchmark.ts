import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

interface Benchmark {
  readonly about: string;
  /** A file in this folder. */
  readonly file: string;
  readonly needsBuild?: boolean;
}

const benchmark = (about: string, file: string): Benchmark => ({ about, file });

/** Each file reads its own arguments. The default is `national`. */
const benchmarks: Readonly<Record<string, Benchmark>> = {
  national: benchmark(
    'searches on data of national size, compared with other engines',
    'national/main.ts',
  ),
  growth: benchmark('how latency grows with the number of months loaded', 'national/growth.ts'),
  greedy: benchmark(
    "one user's small queries, alone and beside another user's heavy ones",
    'national/greedy.ts',
  ),
  'beside-load': benchmark('small queries, alone and during a load', 'national/beside-load.ts'),
  titles: benchmark(
    'whether everyday job titles, official names and misspelt ones find their occupation',
    'titles/main.ts',
  ),
  equality: benchmark(
    'random queries: chosen structure, plain SQL and another engine, to the centavo',
    'national/equality.ts',
  ),
  towns: benchmark(
    'estimates of small municipalities: hidden records, intervals, and a recomputation in R',
    'towns/main.ts',
  ),
  load: benchmark(
    "loading a month, compared with the engine's bare INSERT of the same text",
    'load.ts',
  ),
  'kill-loads': benchmark(
    '30 kills of imports, rollbacks and restores of 500,000 lines',
    'kill-loads.ts',
  ),
  'kill-finishes': benchmark(
    '30 kills while the server passes complete uploads to a load',
    'kill-finishes.ts',
  ),
  replicated: benchmark('a replicated cluster with a real ZooKeeper', 'replicated/main.ts'),
  restarts: benchmark(
    'restarts of real processes under load: no acknowledged data is lost, no error but 503',
    'restarts.ts',
  ),
  postgres: benchmark(
    '30 restarts of PostgreSQL during searches and loads: no process dies, no error but 503',
    'postgres-restarts.ts',
  ),
  memory: benchmark(
    'minutes of heavy queries whose clients disconnect: memory reaches a plateau',
    'memory-plateau.ts',
  ),
  agreement: benchmark(
    'random queries compared with a recomputation on another engine',
    'agreement.ts',
  ),
  'api-agreement': benchmark(
    "random queries through the screen's call, the API and the receipt: the figures are identical",
    'api-agreement.ts',
  ),
  'sign-in': benchmark('known and unknown accounts, medians of 50', 'sign-in.ts'),
  'mutated-files': benchmark(
    '2,000 corrupted files against the guarantees of loading',
    'mutated-files.ts',
  ),
  'pay-gap': benchmark(
    'how often the intervals of the adjusted difference contain a planted one, and whether Python computes the same',
    'pay-gap/main.ts',
  ),
  floors: benchmark(
    'how many planted wage floors the panel of floors finds, and how many of its values were not planted',
    'floors.ts',
  ),
  delays: benchmark(
    'how often the bands of what a month still expects hold its later count, on planted histories',
    'delays.ts',
  ),
  'month-changes': benchmark(
    'how many months without a change alert the users of saved searches, and how many planted changes are found',
    'month-changes.ts',
  ),
  disclosure: benchmark(
    'whether any suppressed value follows from the other values of responses',
    'disclosure.ts',
  ),
  intervals: benchmark(
    "how often the intervals of medians contain a planted one, and whether R's survey package computes the same",
    'intervals/main.ts',
  ),
  comparison: benchmark(
    'how many genuine files the comparison holds, and how many damaged ones it accepts',
    'comparison.ts',
  ),
  'real-files': benchmark(
    'a real FOR file with lost decimal commas (`commas`), and five years of one state made of its lines (`years 31`)',
    'real-files.ts',
  ),
  reports: {
    ...benchmark('PDF and workbook: time by step, memory', 'reports.ts'),
    needsBuild: true,
  },
  'large-reports': {
    ...benchmark(
      'CSV and workbook of a million records: time, memory, longest stall of the server',
      'large-reports.ts',
    ),
    needsBuild: true,
  },
};

/** Runs the named benchmark with the other arguments; without a name, the national one. */
export async function runBenchmark(args: readonly string[]): Promise<void> {
  const [first = ''] = args;
  if (first === '--list') return list();
  const name = first === '' || first.startsWith('-') ? 'national' : first;
  const found = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
  if (found === undefined) {
    console.error(`There is no benchmark "${name}".`);
    list();
    process.exitCode = 2;
    return;
  }
  if (found.needsBuild === true) build();
  const own = name === first ? args.slice(1) : args;
  const path = join(import.meta.dirname, found.file);
  process.argv.splice(1, process.argv.length, path, ...own);
  await import(path);
}

function list(): void {
  const width = Math.max(...Object.keys(benchmarks).map((name) => name.length));
  for (const [name, { about }] of Object.entries(benchmarks)) {
    console.log(`${name.padEnd(width)}  ${about}`);
  }
}

function build(): void {
  const script = join(import.meta.dirname, '../scripts/build.mjs');
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed.');
}
